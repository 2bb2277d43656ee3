/** An invitation ends with its sender's right to invite: it does not come back with that right, and the list does not call it open. */
import type { Queryable } from '../../db/client.ts'
import { type AuditEntry, appendAudit } from '../../db/queries/access/audit.ts'
import { withdrawInvitationsFrom } from '../../db/queries/access/memberships.ts'

const BECAUSE = 'its sender is no administrator any more'

/** Withdraws a user's open invitations to a platform whose administrator they are no longer. @param by who ended it, and from where. */
export async function endSentInvitations(
  db: Queryable,
  platformId: string,
  userId: string,
  by: Pick<AuditEntry, 'actor' | 'ip'>,
): Promise<void> {
  for (const { id, email } of await withdrawInvitationsFrom(db, platformId, userId)) {
    const detail = { email, because: BECAUSE }
    await appendAudit(db, platformId, { action: 'invitation.withdraw', target: `invitation/${id}`, detail, ...by })
  }
}
