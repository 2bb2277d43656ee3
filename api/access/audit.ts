import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../db/client.ts'
import { type AuditEntry, appendAudit } from '../../db/queries/access/audit.ts'
import { actorName, actorOf } from './actor.ts'

/** Notes what the caller of a route has done; `db` is the transaction of the deed, where the two must stand or fall together. */
export async function audit(
  request: FastifyRequest,
  entry: Pick<AuditEntry, 'action' | 'target' | 'detail'>,
  db: Queryable = request.server.database.writer,
) {
  const actor = actorOf(request)
  const from = { actor: actorName(actor), ip: actor.ip }
  await appendAudit(db, actor.platformId, { ...entry, ...from })
}
