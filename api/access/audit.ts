import type { FastifyRequest } from 'fastify'
import { type AuditEntry, appendAudit } from '../../db/queries/access/audit.ts'
import { actorName, actorOf } from './actor.ts'

/** Notes what the caller of a route has done. */
export async function audit(request: FastifyRequest, entry: Pick<AuditEntry, 'action' | 'target' | 'detail'>) {
  const actor = actorOf(request)
  const from = { actor: actorName(actor), ip: request.ip }
  await appendAudit(request.server.database.writer, actor.platformId, { ...entry, ...from })
}
