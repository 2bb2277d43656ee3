/** Platforms that a user worked for besides the one of their sign-in, and has lost with it. */
import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '../../db/client.ts'
import { listWithoutAdministrator } from '../../db/queries/access/administrators.ts'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { listWorkplaces } from '../../db/queries/access/memberships.ts'
import { endSentInvitations } from './sent-invitations.ts'

/** Tells each of them, and withdraws what the person has sent there. In the transaction that ended the memberships. */
export async function noteLeft(
  tx: Queryable,
  platformIds: readonly string[],
  userId: string,
  { ip, because, log }: { ip: string; because: string; log: FastifyBaseLogger },
): Promise<void> {
  const detail = { because }
  for (const platformId of platformIds) {
    await appendAudit(tx, platformId, {
      ...{ actor: 'Trilho', action: 'membership.end', target: `user/${userId}`, ip, detail },
    })
    await endSentInvitations(tx, platformId, userId, { actor: 'Trilho', ip })
  }
  await warnOfLost(tx, platformIds, log)
}

/**
 * Those that a user works for who is disabled where they sign in, in the transaction that disables them: withdraws what they have sent there. The
 * memberships stay, and are of use again with the sign-in.
 */
export async function noteAbsent(
  tx: Queryable,
  userId: string,
  { ip, log }: { ip: string; log: FastifyBaseLogger },
): Promise<void> {
  const platformIds = (await listWorkplaces(tx, userId)).map(({ id }) => id)
  for (const platformId of platformIds) await endSentInvitations(tx, platformId, userId, { actor: 'Trilho', ip })
  await warnOfLost(tx, platformIds, log)
}

/** For the operator, since none of the platform could see it: docs/operations.md, "A platform has no administrator". */
export async function warnOfLost(tx: Queryable, platformIds: readonly string[], log: FastifyBaseLogger): Promise<void> {
  for (const { id: platformId } of await listWithoutAdministrator(tx, platformIds)) {
    log.error({ platformId }, 'a platform has no administrator any more')
  }
}
