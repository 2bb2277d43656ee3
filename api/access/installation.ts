import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findFirstPlatform } from '../../db/queries/access/holders.ts'
import { includesRole } from '../../domain/role.ts'
import { problem } from '../problem.ts'
import { actorOf, type Identity } from './actor.ts'
import { INSTALLATION_KEY } from './api-keys.ts'

/**
 * What belongs to no single platform is for people of the installation's first one, and for the installation's key.
 * @throws ApiProblem 403 for all others.
 */
export async function assertInstallationsOwn(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  if (!(await isInstallationsOwn(app, actorOf(request)))) throw problem('forbidden')
}

/** Whether they may found platforms. */
export async function mayFound(app: FastifyInstance, actor: Identity): Promise<boolean> {
  return includesRole(actor.role, 'admin') && isInstallationsOwn(app, actor)
}

async function isInstallationsOwn(
  { database }: FastifyInstance,
  { id, platformId }: Pick<Identity, 'id' | 'platformId'>,
): Promise<boolean> {
  if (id === INSTALLATION_KEY) return true
  const first = await findFirstPlatform(database.writer)
  return first?.id === platformId
}
