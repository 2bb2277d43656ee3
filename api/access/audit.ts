import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../db/client.ts'
import { type AuditEntry, appendAudit } from '../../db/queries/access/audit.ts'
import { queueSignInChange } from '../../db/queries/mail/outbox.ts'
import type { SignInChange } from '../../domain/audit.ts'
import { actorName, actorOf } from './actor.ts'

type Deed = Pick<AuditEntry, 'id' | 'action' | 'target' | 'detail'>

/** Notes what the caller of a route has done; `db` is the transaction of the deed, where the two must stand or fall together. */
export async function audit(
  request: FastifyRequest,
  deed: Deed,
  db: Queryable = request.server.database.writer,
): Promise<void> {
  const actor = actorOf(request)
  await appendAudit(db, actor.platformId, { ...deed, actor: actorName(actor), ip: actor.ip })
}

/** As `audit`, of a change to how this user signs in, who gets a mail about it. @param db the transaction of the change. */
export async function auditSignIn(
  request: FastifyRequest,
  userId: string,
  action: SignInChange,
  db: Queryable,
): Promise<void> {
  const auditId = uuidv7()
  await audit(request, { id: auditId, action, target: `user/${userId}` }, db)
  await queueSignInChange(db, { platformId: actorOf(request).platformId, auditId })
}
