/** What a provider says of a charge that its life does not allow, and that is about money all the same. */
import { and, eq, like, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { AttentionReason } from '../../../domain/attention.ts'
import { bringsMoney, type ChargeStatus, contradictionOf, isPaid } from '../../../domain/charge-status.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents, charges } from '../../schema/index.ts'
import { withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { appendEvents, type EventDraft } from './events.ts'
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
  const moves = await movesOf(db, chargeId)
  if (moves.some((move) => move.key === key)) return false
  const payers = payersAmong(moves)
  const isAnother = payers.length > 0 && !payers.includes(orphanOf)
  const second = isPaid(status) && bringsMoney(to) ? ('doublePayment' as const) : undefined
  const reason = isAnother ? second : contradictionOf(status, to)
  if (!reason) return false
  const event: EventDraft = { key: `${reason}/${to}/${orphanOf}`, type: 'needsAttention', cause, detail }
  return noteReason(db, chargeId, event, reason, to)
}

/**
 * Whether news of a transaction may move the charge: that it was paid always may; anything else only of the transaction
 * that paid the charge, or of the charge's own while nothing has.
 */
export async function mayMove(
  db: Queryable,
  { chargeId, to, orphanOf }: Pick<Transition, 'chargeId' | 'to' | 'orphanOf'>,
  { transactionId, isOwn }: { transactionId: string; isOwn: boolean },
): Promise<boolean> {
  if (bringsMoney(to)) return true
  const payers = payersAmong(await movesOf(db, chargeId))
  if (payers.length === 0) return isOwn
  // What is the charge's own now may have paid it before the charge knew.
  return payers.includes(transactionId) || (orphanOf === undefined && payers.includes(OWN))
}

/**
 * News of a transaction that may not move the charge is written down; money that went back by it needs an operator.
 * @returns whether it was flagged just now.
 */
export async function noteStray(
  db: Queryable,
  { chargeId, to, cause, key }: Transition,
  detail: Record<string, string | boolean>,
): Promise<boolean> {
  if (!isPaid(to)) {
    const event = { key: `ignored/${key}`, type: 'eventIgnored', cause, detail: { ...detail, status: to } } as const
    await appendEvents(db, chargeId, [event])
    return false
  }
  const event: EventDraft = { key: `orphanPayment/${to}/${detail.orphanOf}`, type: 'needsAttention', cause, detail }
  return noteReason(db, chargeId, event, 'orphanPayment', to)
}

/**
 * An attempt that was over has been answered with a payment: the charge's second one, or one that nobody credits. To be called
 * in a transaction.
 */
export async function noteOrphanPayment(
  db: Queryable,
  chargeId: string,
  orphanOf: string,
  to: ChargeStatus,
): Promise<void> {
  // Whoever moves the charge now is waited for: its payment is the first of two.
  const [charge] = await db
    .select({ status: charges.status })
    .from(charges)
    .where(eq(charges.id, chargeId))
    .for('no key update')
  if (payersAmong(await movesOf(db, chargeId)).includes(orphanOf)) return
  const reason = charge && isPaid(charge.status) ? 'doublePayment' : 'orphanPayment'
  const event: EventDraft = {
    key: `${reason}/${to}/${orphanOf}`,
    type: 'needsAttention',
    cause: 'provider',
    detail: { orphanOf },
  }
  await noteReason(db, chargeId, event, reason, to)
}

/** Part of the money went back to the buyer, and not by our refunds: an operator is told once of each sum. */
export async function noteReturn(
  db: Queryable,
  chargeId: string,
  { returned, cause }: { returned: number; cause: 'webhook' | 'poll' },
): Promise<boolean> {
  const event: EventDraft = { key: `returnedInPart/${returned}`, type: 'needsAttention', cause, detail: { returned } }
  return noteReason(db, chargeId, event, 'returnedInPart', 'REFUNDED')
}

/** A charge that is paid now, and of which a payment that nobody credited was noted before: it was paid twice. */
export async function noteEarlierPayment(
  db: Queryable,
  { chargeId, to, cause, orphanOf = OWN }: Pick<Transition, 'chargeId' | 'to' | 'cause' | 'orphanOf'>,
): Promise<boolean> {
  const [earlier] = await db
    .select({ orphanOf: orphanOfEvent })
    .from(chargeEvents)
    .where(
      and(
        eq(chargeEvents.chargeId, chargeId),
        like(chargeEvents.key, `orphanPayment/${to}/%`),
        sql`${orphanOfEvent} <> ${orphanOf}`,
      ),
    )
  if (!earlier) return false
  const detail = { orphanOf: earlier.orphanOf ?? '' }
  const event = { key: `doublePayment/${to}/${detail.orphanOf}`, type: 'needsAttention', cause, detail } as const
  return noteReason(db, chargeId, event, 'doublePayment', to)
}

/** The event and the reason are one statement: whoever finds the one finds the other. */
async function noteReason(
  db: Queryable,
  chargeId: string,
  { key, type, cause, detail }: EventDraft,
  reason: AttentionReason,
  status: ChargeStatus,
): Promise<boolean> {
  // A second payment says more than that the first one was late, or came by another transaction.
  const milder: AttentionReason[] = reason === 'doublePayment' ? ['orphanPayment', 'latePayment'] : []
  const said = JSON.stringify({ ...detail, reason, status })
  const noted = await db.execute<{ id: string }>(sql`
    WITH event AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, ${key}, ${type}, ${cause}, ${said}::jsonb FROM ${charges} WHERE ${charges.id} = ${chargeId}
      ON CONFLICT (charge_id, key) DO NOTHING
      RETURNING charge_id
    )
    UPDATE ${charges} SET
      attention_reasons = ${withReasons(withoutReasons(charges.attentionReasons, milder), [reason])},
      updated_at = now()
    FROM event WHERE ${charges.id} = event.charge_id
    RETURNING ${charges.id}`)
  return noted.length > 0
}

const orphanOfEvent = sql<string | null>`${chargeEvents.detail}->>'orphanOf'`

function movesOf(db: Queryable, chargeId: string) {
  return db
    .select({
      key: chargeEvents.key,
      to: chargeEvents.to,
      orphanOf: orphanOfEvent,
    })
    .from(chargeEvents)
    .where(and(eq(chargeEvents.chargeId, chargeId), eq(chargeEvents.type, 'statusChanged')))
}

/** The transactions by which the charge was paid. */
const payersAmong = (moves: Awaited<ReturnType<typeof movesOf>>) =>
  moves.filter(({ to }) => to !== null && bringsMoney(to)).map((move) => move.orphanOf ?? OWN)
