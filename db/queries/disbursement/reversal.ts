/** Reversals of a final status by a provider. */
import { sql } from 'drizzle-orm'
import { type DisbursementAttention, isPaidOut, reversalOf } from '../../../domain/disbursement.ts'
import { UUID } from '../../../domain/uuid.ts'
import type { Queryable } from '../../client.ts'
import { disbursementEvents, disbursements, payments, webhookEvents } from '../../schema/index.ts'
import { lockCharge } from '../charge/payments.ts'
import { disbursementIsPaidOut } from '../movement/statuses.ts'
import { factKey } from './fact-key.ts'
import type { DisbursementRow } from './read.ts'
import type { DisbursementTransition } from './transitions.ts'

/**
 * Only the provider reverses a final status, and not with an unmapped word. "Paid" after a return is outdated and reverses nothing. An
 * answer to the request itself that comes after the end can only say that the money has left.
 */
export function reversalBy(
  {
    kind,
    status,
    statusUnmapped,
    approvedAt,
  }: Pick<DisbursementRow, 'kind' | 'status' | 'statusUnmapped' | 'approvedAt'>,
  { to, cause, unmapped }: Pick<DisbursementTransition, 'to' | 'cause' | 'unmapped'>,
) {
  const isHeard = cause === 'webhook' || cause === 'poll' || (cause === 'provider' && isPaidOut(to))
  if (statusUnmapped || unmapped || !isHeard) return undefined
  if (isPaidOut(to) && approvedAt !== null) return undefined
  return reversalOf(kind, status, to)
}

/**
 * The provider was read, and says that a withdrawal is paid which had come back well before. A reading may lag behind the return, so the one
 * about an hour after it is the first that counts.
 */
export async function isPaidAfterReturn(
  tx: Queryable,
  { id, kind, status, approvedAt }: Pick<DisbursementRow, 'id' | 'kind' | 'status' | 'approvedAt'>,
  { to, cause, unmapped }: Pick<DisbursementTransition, 'to' | 'cause' | 'unmapped'>,
): Promise<boolean> {
  if (kind !== 'withdrawal' || cause !== 'poll' || unmapped || !isPaidOut(to)) return false
  if (approvedAt === null || isPaidOut(status)) return false
  const [row] = await tx.execute<{ isOld: boolean }>(sql`
    SELECT coalesce(max(at) < now() - interval '50 minutes', false) AS "isOld" FROM ${disbursementEvents}
    WHERE disbursement_id = ${id} AND type = 'statusChanged'`)
  return row?.isOld ?? false
}

/**
 * The notice by which it ended came after this one, which is only applied later: the money had left, and has come back. A notice that ended
 * it as the answer that was lost is named by what it found.
 */
export async function isPaidBeforeEnd(
  tx: Queryable,
  { id, status }: Pick<DisbursementRow, 'id' | 'status'>,
  { to, saidAt }: Pick<DisbursementTransition, 'to' | 'saidAt'>,
): Promise<boolean> {
  if (!isPaidOut(to) || saidAt === undefined) return false
  const [row] = await tx.execute<{ isOlder: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM ${disbursementEvents} AS ended
      JOIN ${webhookEvents} AS notice ON notice.id = substring(ended.key FROM ${`^(?:lookedUp/\\d+/)?webhook/(${UUID})`}::text)::uuid
      WHERE ended.disbursement_id = ${id}
        AND ((ended.type = 'statusChanged' AND ended."to" = ${status})
          OR (ended.type = 'lookedUp' AND EXISTS (SELECT FROM ${disbursementEvents} AS answered
            WHERE answered.disbursement_id = ${id} AND answered.key = ${factKey('webhook', { status })})))
        AND notice.received_at > ${saidAt}::timestamptz) AS "isOlder"`)
  return row?.isOlder ?? false
}

/** The money was found to have left after this was said, so it does not say that it came back. */
export function isOutdated(
  { approvedAt }: Pick<DisbursementRow, 'approvedAt'>,
  { to, saidAt }: Pick<DisbursementTransition, 'to' | 'saidAt'>,
): boolean {
  return !isPaidOut(to) && saidAt !== undefined && approvedAt !== null && Date.parse(saidAt) < Date.parse(approvedAt)
}

/**
 * Whether a refund that was called unmade can still be counted as made. While it was called so its money was free: other refunds may have
 * given it back, or what it gave back itself was recorded as a refund made at the provider. Locks the charge.
 */
export async function canStillCount(
  tx: Queryable,
  { id, chargeId, paymentId }: Pick<DisbursementRow, 'id' | 'chargeId' | 'paymentId'>,
): Promise<boolean> {
  if (chargeId === null) return true
  await lockCharge(tx, chargeId)
  const [row] = await tx.execute<{ fits: boolean }>(sql`
    SELECT own.amount + coalesce(sum(other.amount), 0) <= payment.amount
      AND NOT coalesce(bool_or(other.external AND other.created_at > own.created_at), false) AS fits
    FROM ${disbursements} own
    JOIN ${payments} payment ON payment.id = ${paymentId}
    LEFT JOIN ${disbursements} other ON other.payment_id = payment.id AND other.id <> own.id AND ${disbursementIsPaidOut(sql`other.status`)}
    WHERE own.id = ${id}
    GROUP BY own.id, payment.id`)
  return row?.fits ?? false
}

/** The reasons for attention that the transition raises. */
export function reasonsBy(
  { unmapped }: DisbursementTransition,
  reversal: ReturnType<typeof reversalOf>,
): DisbursementAttention[] {
  if (unmapped) return ['unmappedStatus']
  return reversal?.attention ? [reversal.attention] : []
}
