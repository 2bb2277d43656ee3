import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findFirstPlatform } from '../../db/queries/access/holders.ts'
import { problem } from '../problem.ts'
import { actorOf } from './actor.ts'

/**
 * What belongs to no single platform is for people of the installation's first one.
 * @throws ApiProblem 403 for anybody else.
 */
export async function assertInstallationsOwn(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const first = await findFirstPlatform(app.database.writer)
  if (first?.id !== actorOf(request).platformId) throw problem('forbidden')
}
