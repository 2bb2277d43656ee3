/** Platforms that a user worked for besides the one of their sign-in, and has lost with it. */
import type { Queryable } from '../../db/client.ts'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { endSentInvitations } from './sent-invitations.ts'

/** Tells each of them, and withdraws what the person has sent there. In the transaction that ended the memberships. */
export async function noteLeft(
  tx: Queryable,
  platformIds: readonly string[],
  userId: string,
  { ip, because }: { ip: string; because: string },
): Promise<void> {
  const detail = { because }
  for (const platformId of platformIds) {
    await appendAudit(tx, platformId, {
      ...{ actor: 'Trilho', action: 'membership.end', target: `user/${userId}`, ip, detail },
    })
    await endSentInvitations(tx, platformId, userId, { actor: 'Trilho', ip })
  }
}
