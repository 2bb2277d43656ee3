/** What a provider says of a charge that its life does not allow, and that is about money all the same. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AttentionReason } from '../../domain/attention.ts'
import { type ChargeStatus, contradictionOf, isPaid } from '../../domain/charge-status.ts'
import type { Queryable } from '../client.ts'
import { chargeEvents, charges } from '../schema/index.ts'
import { eventRows } from './charge-events.ts'
import type { Transition } from './transitions.ts'

const OWN = 'own'

/**
 * News about money that the table does not allow: it is written down once, and a person is asked.
 * @returns false when it is only old, or repeated.
 */
export async function noteContradiction(
  db: Queryable,
  { chargeId, to, cause, key, orphanOf = OWN }: Transition,
  status: ChargeStatus,
  detail: Record<string, string | boolean>,
): Promise<boolean> {
  if (cause !== 'webhook' && cause !== 'poll' && cause !== 'provider') return false
  const moves = await db
    .select({
      key: chargeEvents.key,
      to: chargeEvents.to,
      orphanOf: sql<string | null>`${chargeEvents.detail}->>'orphanOf'`,
    })
    .from(chargeEvents)
    .where(and(eq(chargeEvents.chargeId, chargeId), eq(chargeEvents.type, 'statusChanged')))
  if (moves.some((move) => move.key === key)) return false
  const payers = moves.filter((move) => move.to === 'APPROVED').map((move) => move.orphanOf ?? OWN)
  const isAnother = payers.length > 0 && !payers.includes(orphanOf)
  const second = isPaid(status) && to === 'APPROVED' ? ('doublePayment' as const) : undefined
  const reason = isAnother ? second : contradictionOf(status, to)
  if (!reason) return false
  const event = {
    key: `${reason}/${to}/${orphanOf}`,
    type: 'needsAttention' as const,
    cause,
    detail: { ...detail, reason, status: to },
  }
  const noted = await db
    .insert(chargeEvents)
    .values(eventRows(chargeId, [event]))
    .onConflictDoNothing()
    .returning({ id: chargeEvents.id })
  if (noted.length === 0) return false
  // A second payment says more than that the first one was late, or came by another transaction.
  const milder: AttentionReason[] = reason === 'doublePayment' ? ['orphanPayment', 'latePayment'] : []
  const gives = or(isNull(charges.attention), milder.length > 0 ? inArray(charges.attention, milder) : undefined)
  await db
    .update(charges)
    .set({ attention: reason, updatedAt: sql`now()` })
    .where(and(eq(charges.id, chargeId), gives))
  return true
}
