/** Reads a charge's payments, and writes the conclusions from them. */
import { and, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import { type AttentionReason, type ChargeStatus, isRefused } from '../../../domain/charge.ts'
import { endedByRefusal, endingOf } from '../../../domain/ending.ts'
import type { Payment, PaymentPolicies, PaymentPolicy } from '../../../domain/payment.ts'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import { refusalOfWord } from '../../../domain/refusal.ts'
import { paymentId, policyRefundId } from '../../attempt-ids.ts'
import type { Queryable } from '../../client.ts'
import { given, prepared } from '../../prepared.ts'
import { chargeEvents, charges, disbursementEvents, disbursements, payments, platforms } from '../../schema/index.ts'
import { withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { eventsIn } from '../movement/history.ts'
import { chargeBringsMoney, chargeIsRefused } from '../movement/statuses.ts'
import { type DisputeFacts, disputeFacts, disputeGivens } from './disputed.ts'
import { type EventDraft, eventRows } from './events.ts'
import type { Transition } from './transitions.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The transaction that news is about. */
export interface AccountTransaction {
  accountId: string
  transactionId: string
  provider?: string
  /** The number of the attempt that created it, if known. */
  attempt?: number
  /** What the charge's payments at the account were called when this one was found to be a further one. */
  beside?: readonly string[]
}

export interface KnownPayment extends Payment {
  id: string
  accountId: string
  provider: string
  transactionId: string
  attempt: number | null
  /** When its provider withdrew its code. ISO 8601 UTC. */
  voidedAt: string | null
}

/** A charge with its payments at one moment. */
export interface ChargeSnapshot extends DisputeFacts {
  revision: number
  status: ChargeStatus
  statusUnmapped: boolean
  reasons: AttentionReason[]
  amount: number
  provider: string | null
  paymentMethod: PaymentMethod
  /** When its code expires. */
  expiresAt: string | null
  /** The cause of its REJECTED status; null if it was never REJECTED. */
  refusedBy: EventCause | null
  /** The news' webhook said that money came, had come before our timer gave the charge up, and waited here. */
  cameInTime: boolean
  own: AccountTransaction | undefined
  policies: PaymentPolicies
  /** Another charge of the buyer's order holds money. Null if the charge is for no order. */
  isPaidByAnother: boolean | null
  payments: KnownPayment[]
  /** Another charge that has the transaction, if any. */
  elsewhere: string | null
  /** The news' own key, if its history has it, and those of all questions. */
  knownKeys: readonly string[]
  /** The database's time. */
  now: string
}

type StoredPayment = Omit<typeof payments.$inferSelect, 'chargeId' | 'createdAt' | 'shown'>

const chargeSnapshot = prepared((db: Queryable) =>
  db
    .select({
      charge: {
        revision: charges.revision,
        status: charges.status,
        statusUnmapped: charges.statusUnmapped,
        reasons: charges.attentionReasons,
        amount: charges.amount,
        provider: charges.provider,
        paymentMethod: charges.paymentMethod,
        expiresAt: charges.expiresAt,
      },
      refusedBy: sql<EventCause | null>`(
        SELECT cause FROM charge_events event WHERE event.charge_id = charges.id AND ${chargeIsRefused(sql`event."to"`)} LIMIT 1)`,
      cameInTime: sql<boolean>`EXISTS (
        SELECT FROM charge_events event JOIN webhook_events notice ON notice.received_at < event.at
        WHERE event.charge_id = charges.id AND ${chargeIsRefused(sql`event."to"`)} AND event.cause = 'timer'
          AND notice.id = ${given('paidNotice')}::uuid)`,
      transactionId: charges.transactionId,
      accountId: charges.providerAccountId,
      policies: { doublePayments: platforms.doublePayments, latePayments: platforms.latePayments },
      isPaidByAnother: sql<boolean | null>`(
        SELECT EXISTS (SELECT FROM charges payer
          WHERE payer.id = visit.paid_charge_id AND payer.id <> charges.id AND ${chargeBringsMoney(sql`payer.status`)})
        FROM checkout_orders visit WHERE visit.id = charges.checkout_order_id)`,
      payments: sql<StoredPayment[]>`coalesce((
        SELECT json_agg(json_build_object('id', id, 'attempt', attempt, 'providerAccountId', provider_account_id,
          'provider', provider, 'transactionId', transaction_id, 'state', state, 'amount', amount, 'paidAt', paid_at,
          'refundedAmount', refunded_amount, 'voidedAt', voided_at) ORDER BY created_at, id)
        FROM payments WHERE charge_id = charges.id), '[]')`,
      elsewhere: sql<string | null>`(
        SELECT charge_id FROM payments WHERE provider_account_id = ${given('accountId')}::uuid
          AND transaction_id = ${given('transactionId')}::text AND charge_id <> charges.id)`,
      ...disputeFacts,
      knownKeys: sql<string[]>`ARRAY(SELECT key FROM charge_events event
        WHERE event.charge_id = charges.id AND (event.key = ${given('key')}::text OR event.type = 'needsAttention'))`,
      now: sql<string>`now()::timestamptz(3)`,
    })
    .from(charges)
    .innerJoin(platforms, eq(platforms.id, charges.platformId))
    .where(eq(charges.id, given('chargeId')))
    .prepare('charge_snapshot'),
)

/** One statement, so that the payments match the revision. */
export async function loadChargeSnapshot(db: Queryable, transition: Transition): Promise<ChargeSnapshot | undefined> {
  const { chargeId, key, of: about, notice } = transition
  const [row] = await chargeSnapshot(db).execute({
    chargeId,
    accountId: about?.accountId ?? null,
    key,
    paidNotice: notice?.saysPaid ? notice.id : null,
    ...disputeGivens(transition),
  })
  if (!row) return undefined
  const { charge, transactionId, accountId, payments, now, ...found } = row
  return {
    ...charge,
    ...found,
    own: transactionId === null || accountId === null ? undefined : { transactionId, accountId },
    payments: payments.map(asKnown),
    now: iso(now),
  }
}

const iso = (at: string) => new Date(at).toISOString()
const isoOrNull = (at: string | null) => (at === null ? null : iso(at))
function asKnown({ providerAccountId: accountId, paidAt, voidedAt, ...payment }: StoredPayment): KnownPayment {
  return { ...payment, accountId, paidAt: isoOrNull(paidAt), voidedAt: isoOrNull(voidedAt) }
}

type Transaction = Pick<AccountTransaction, 'accountId' | 'transactionId'>
export const isSameTransaction = (one: Transaction, other: Transaction | undefined): boolean =>
  one.transactionId === other?.transactionId && one.accountId === other.accountId

/** A payment for a transaction that was unknown. */
export function newPayment(
  chargeId: string,
  { accountId, transactionId, attempt }: AccountTransaction,
  { amount, provider }: { amount: number; provider: string },
): KnownPayment {
  return {
    id: paymentId(chargeId, accountId, transactionId),
    accountId,
    provider,
    transactionId,
    attempt: attempt ?? null,
    state: 'PENDING',
    amount,
    paidAt: null,
    refundedAmount: 0,
    voidedAt: null,
  }
}

/** The conclusion from a snapshot. */
export interface Conclusion {
  payment: KnownPayment | undefined
  events: readonly EventDraft[]
  /** The charge's transition; undefined if its status stays. */
  move: { from: ChargeStatus; to: ChargeStatus; event: EventDraft; unmapped: boolean } | undefined
  /** The status came from a word that no table maps, and a known word now says the same. */
  isClarified: boolean
  status: ChargeStatus
  paidAt: string | null
  paidAmount: number | null
  refundedAmount: number
  /** The charge's own transaction may still be paid. */
  payable: boolean
  /** The transaction that the charge shows from now on, if it had none. */
  becomes: KnownPayment | undefined
  /** The policy that refunds the payment. */
  givesBack: PaymentPolicy | undefined
  answered: readonly string[]
  added: readonly AttentionReason[]
}

/**
 * Writes the payment, the history and the charge in one statement.
 * @returns the charge's reasons for attention; undefined if its payments have changed since the snapshot and nothing was written.
 */
export async function writeConclusion(
  db: Queryable,
  chargeId: string,
  revision: number,
  { payment, events, move, ...concluded }: Conclusion,
): Promise<AttentionReason[] | undefined> {
  const history = [
    ...eventRows(chargeId, events).map((event) => ({ ...event, from: null, to: null })),
    ...(move ? eventRows(chargeId, [move.event]).map((event) => ({ ...event, from: move.from, to: move.to })) : []),
  ]
  const rows = await db.execute<{ reasons: AttentionReason[] }>(sql`
    WITH charge AS (
      UPDATE ${charges} SET
        revision = ${charges.revision} + 1,
        status = ${concluded.status}, ${concluded.isClarified ? sql`status_unmapped = false,` : sql``}
        ${move ? sql`status_unmapped = ${move.unmapped}, ${endOf(move)}` : sql``}
        ${becomes(concluded.becomes)}
        paid_at = ${concluded.paidAt}, paid_amount = nullif(${concluded.paidAmount}::bigint, ${charges.amount}),
        refunded_amount = ${concluded.refundedAmount}, payable = ${concluded.payable},
        attention_reasons = ${withReasons(withoutReasons(charges.attentionReasons, concluded.answered), concluded.added)},
        updated_at = now()
      WHERE ${charges.id} = ${chargeId} AND ${charges.revision} = ${revision}
      RETURNING id, platform_id, attention_reasons
    ), payment AS (${payment ? savePayment(payment) : sql`SELECT`}), history AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, at, type, "from", "to", cause, provider, detail)
      SELECT event.id, charge.id, key, coalesce(at, now()), type, "from", "to", cause, provider, detail
      FROM charge, ${eventsIn(sql`${JSON.stringify(history)}`)}
      ON CONFLICT (charge_id, key) DO NOTHING
    )${payment && concluded.givesBack ? giveBack(payment, concluded.givesBack) : sql``}
    SELECT attention_reasons AS reasons FROM charge`)
  return rows[0]?.reasons
}

/** An earlier reason for the refusal is more precise than the status word, so it is kept. */
function endOf({ to, event }: NonNullable<Conclusion['move']>) {
  const { rawStatus } = event.detail ?? {}
  const said = refusalOfWord(typeof rawStatus === 'string' ? rawStatus : undefined)
  const ending = isRefused(to) ? endingOf(event.cause, said) : null
  if (!endedByRefusal(ending)) return sql`ending = ${ending},`
  return sql`ending = ${ending}, refusal = coalesce(nullif(refusal, 'other'), ${said}),`
}

const becomes = (payment: KnownPayment | undefined) =>
  payment === undefined
    ? sql``
    : sql`transaction_id = ${payment.transactionId}, provider_account_id = ${payment.accountId}, provider = ${payment.provider},`

function savePayment(payment: KnownPayment) {
  const { id, attempt, accountId, provider, transactionId, state, amount, paidAt, refundedAmount, voidedAt } = payment
  return sql`
    INSERT INTO ${payments} (id, charge_id, attempt, provider_account_id, provider, transaction_id, state, amount, paid_at,
      refunded_amount, voided_at)
    SELECT ${id}::uuid, charge.id, ${attempt}::integer, ${accountId}::uuid, ${provider}, ${transactionId}, ${state},
      ${amount}::bigint, ${paidAt}::timestamptz, ${refundedAmount}::bigint, ${voidedAt}::timestamptz FROM charge
    ON CONFLICT (id) DO UPDATE SET
      state = excluded.state, amount = excluded.amount, paid_at = excluded.paid_at, refunded_amount = excluded.refunded_amount,
      voided_at = excluded.voided_at`
}

/** Writes the policy's refund in the same statement, so that it exists as soon as the payment does. */
function giveBack({ id: paymentId, accountId, provider, amount }: KnownPayment, policy: PaymentPolicy) {
  const id = policyRefundId(paymentId)
  const said = JSON.stringify({ policy })
  return sql`, refund AS (
      INSERT INTO ${disbursements} (id, platform_id, kind, charge_id, payment_id, policy, amount, provider, provider_account_id)
      SELECT ${id}::uuid, charge.platform_id, 'refund', charge.id, ${paymentId}::uuid, ${policy}, ${amount}::bigint,
        ${provider}, ${accountId}::uuid
      FROM charge
      ON CONFLICT (id) DO NOTHING
      RETURNING id
    ), asked AS (
      INSERT INTO ${disbursementEvents} (id, disbursement_id, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, 'requested', 'requested', 'policy', ${said}::jsonb FROM refund
    )`
}

/**
 * Locks the charge's row until the transaction ends. The charge is locked before its payments everywhere, because another order could
 * deadlock. So could a stronger lock, with a transaction that has written into the charge's history before it locks the charge.
 * @returns its reasons for attention.
 */
export async function lockCharge(tx: Queryable, chargeId: string): Promise<readonly AttentionReason[]> {
  const { attentionReasons } = charges
  const [row] = await tx.select({ attentionReasons }).from(charges).where(eq(charges.id, chargeId)).for('no key update')
  return row?.attentionReasons ?? []
}

/** The state of one of a charge's transactions; undefined if it is unknown. */
export async function findPaymentState(
  db: Queryable,
  { accountId, transactionId }: AccountTransaction,
): Promise<ChargeStatus | undefined> {
  const [row] = await db
    .select({ state: payments.state })
    .from(payments)
    .where(and(eq(payments.providerAccountId, accountId), eq(payments.transactionId, transactionId)))
  return row?.state
}
