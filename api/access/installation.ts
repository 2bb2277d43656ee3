import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findFirstPlatform } from '../../db/queries/access/holders.ts'
import { problem } from '../problem.ts'
import { actorOf } from './actor.ts'
import { INSTALLATION_KEY } from './api-keys.ts'

/**
 * What belongs to no single platform is for people of the installation's first one, and for the installation's key.
 * @throws ApiProblem 403 for anybody else.
 */
export async function assertInstallationsOwn(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { id, platformId } = actorOf(request)
  if (id === INSTALLATION_KEY) return
  const first = await findFirstPlatform(app.database.writer)
  if (first?.id !== platformId) throw problem('forbidden')
}
