/** Records how an attempt ends: with a transaction, without one, or with an unknown outcome. */
import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { ANSWERED_BY_NEWS, isPaid } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError, type ProviderErrorKind } from '../../../domain/provider-error.ts'
import { refusalOf } from '../../../domain/refusal.ts'
import type { TransactionResult } from '../../../domain/transaction.ts'
import { paymentId } from '../../attempt-ids.ts'
import type { Database } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { excluded, given, prepared } from '../../prepared.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { chargeAttempts, chargeEvents, charges, payments } from '../../schema/index.ts'
import { ofPresentKeys } from '../account/keys-version.ts'
import { withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { eventsIn } from '../movement/history.ts'
import { attemptHasAnswer, attemptIsMade } from '../movement/statuses.ts'
import { attemptColumns, GIVEN_ATTEMPT, type NewAttempt, ofRun } from './attempts.ts'
import { appendEvents, type EventDraft, eventRows } from './events.ts'
import { applyLate, noteOrphan, orphanEvent, orphanKey } from './orphans.ts'

export interface AnsweredAttempt {
  attempt: NewAttempt
  result: TransactionResult
  /** The transaction's amount, if it was read and the provider states one. Integer cents. */
  stated?: number
  exchange: ExchangeEntry[]
  workflowRunId: string
  events: readonly EventDraft[]
  /** Set by a lookup that found the transaction: it is adopted even if the attempt was closed, unless a later attempt was begun. */
  reopens?: boolean
}

const isOpen = not(attemptHasAnswer(chargeAttempts.state))

const creation = prepared((db) => {
  const cleared = { sealedJournal: null, errorKind: null, errorMessage: null, answeredAt: sql`now()` }
  // No attempt created a transaction, and none was begun after this one.
  const isLast = sql`NOT EXISTS (
    SELECT FROM ${chargeAttempts} AS other
    WHERE other.charge_id = ${given('chargeId')} AND (other.number > ${given('number')} OR ${attemptIsMade(sql`other.outcome`)}))`
  const answered = db.$with('answered').as(
    db
      .insert(chargeAttempts)
      .values({
        ...GIVEN_ATTEMPT,
        state: 'answered',
        outcome: 'created',
        transactionId: given('transactionId'),
        exchange: given('exchange'),
        createdStatus: given('createdStatus'),
        ...cleared,
      })
      .onConflictDoUpdate({
        target: [chargeAttempts.chargeId, chargeAttempts.number],
        set: {
          state: excluded(chargeAttempts.state),
          outcome: excluded(chargeAttempts.outcome),
          transactionId: excluded(chargeAttempts.transactionId),
          exchange: excluded(chargeAttempts.exchange),
          createdStatus: excluded(chargeAttempts.createdStatus),
          ...cleared,
        },
        setWhere: sql`${isOpen} OR ${given('reopens')}::boolean AND ${isLast}`,
      })
      .returning({ id: chargeAttempts.id }),
  )
  // The attempt was over, so its transaction is an orphan. Recorded in this statement, because no later run would know of it.
  const orphaned = db.$with('orphaned').as(
    db
      .update(chargeAttempts)
      .set({ transactionId: given('transactionId'), exchange: given('exchange') })
      .where(
        and(
          eq(chargeAttempts.chargeId, given('chargeId')),
          eq(chargeAttempts.number, given('number')),
          isNull(chargeAttempts.transactionId),
          sql`NOT EXISTS (SELECT FROM ${answered})`,
        ),
      )
      .returning({ id: chargeAttempts.id }),
  )
  const history = db.$with('history', { id: sql<string>`id` }).as(sql`
    INSERT INTO ${chargeEvents} (id, charge_id, key, at, type, "from", "to", cause, provider, detail)
    SELECT id, ${given('chargeId')}::uuid, key, coalesce(at, now()), type, "from", "to", cause, provider, detail
    FROM ${eventsIn(given('history'))}
    WHERE key <> ${given('orphanKey')} OR EXISTS (SELECT FROM ${orphaned})
    ON CONFLICT DO NOTHING
    RETURNING id`)
  const isElsewhere = sql`EXISTS (
    SELECT FROM ${payments} AS other
    WHERE other.provider_account_id = ${given('accountId')}::uuid AND other.transaction_id = ${given('transactionId')}
      AND other.charge_id <> ${given('chargeId')})`
  // Of another charge, or known to be paid from a notice or a reading, which asked if an operator was needed.
  const isKnown = sql`EXISTS (
    SELECT FROM ${payments} AS known
    WHERE known.provider_account_id = ${given('accountId')}::uuid AND known.transaction_id = ${given('transactionId')}
      AND (known.charge_id <> ${given('chargeId')} OR known.paid_at IS NOT NULL))`
  const payment = db.$with('payment', { id: sql<string>`id` }).as(sql`
    INSERT INTO ${payments} (id, charge_id, attempt, provider_account_id, provider, transaction_id, amount, shown)
    SELECT ${given('paymentId')}::uuid, ${given('chargeId')}::uuid, ${given('number')}::integer, ${given('accountId')}::uuid,
      ${given('provider')}, ${given('transactionId')}, ${given('amount')}::bigint, recorded.shown
    FROM (SELECT true AS shown FROM ${answered} UNION ALL SELECT false FROM ${orphaned} WHERE NOT ${isElsewhere}) AS recorded
    ON CONFLICT (id) DO UPDATE SET shown = ${payments.shown} OR excluded.shown, attempt = excluded.attempt,
      amount = CASE
        WHEN ${given('isStated')}::boolean AND ${payments.refundedAmount} = 0 AND ${payments.returnedSeen} = 0 THEN excluded.amount
        ELSE ${payments.amount} END
    RETURNING id`)
  // A card is paid as it is answered, and a provider that cannot be read does not say so again.
  const asked = db.$with('asked', { id: sql<string>`id` }).as(sql`
    UPDATE ${charges} SET attention_reasons = ${withReasons(charges.attentionReasons, ['orphanPayment'])}, updated_at = now()
    WHERE ${charges.id} = ${given('chargeId')}::uuid AND ${given('isPaid')}::boolean
      AND EXISTS (SELECT FROM ${orphaned}) AND NOT ${isKnown}
    RETURNING id`)
  // A charge that another transaction has paid keeps showing that one, and this transaction's code is not shown as payable.
  const isUnpaidOrBy = or(isNull(charges.paidAt), eq(charges.transactionId, given('transactionId')))
  return db
    .with(answered, orphaned, history, payment, asked)
    .update(charges)
    .set({
      provider: given('provider'),
      providerAccountId: given('accountId'),
      transactionId: given('transactionId'),
      revision: sql`${charges.revision} + 1`,
      payable: true,
      pixCode: given('pixCode'),
      pixQrCode: given('pixQrCode'),
      expiresAt: given('expiresAt'),
      billetCode: given('billetCode'),
      billetUrl: given('billetUrl'),
      failureMessage: sql`coalesce(${given('failureMessage')}, ${charges.failureMessage})`,
      refusal: given('refusal'),
      attentionReasons: withoutReasons(charges.attentionReasons, ANSWERED_BY_NEWS),
      workflowRunId: given('workflowRunId'),
      updatedAt: sql`now()`,
    })
    .where(and(eq(charges.id, given('chargeId')), sql`EXISTS (SELECT FROM ${answered})`, isUnpaidOrBy))
    .returning({ id: charges.id })
    .prepare('attempt_created')
})

/**
 * Records the answer, the charge's codes and the history in one statement. If the attempt's row was lost while its request was running,
 * it is created again, because the transaction exists.
 * @returns false if the attempt was already over, or another transaction has paid the charge meanwhile. The transaction is then only
 * recorded as an orphan of the charge, in the same statement, so that a payment on it is matched. An operator is asked if it is already
 * paid, in this statement too, because the process may die before its payment's status is written.
 */
export async function recordCreated(db: Database, answer: AnsweredAttempt): Promise<boolean> {
  const { attempt, result, stated } = answer
  const { pixCode = null, pixQrCode = null, expiresAt = null, billetCode = null, billetUrl = null } = result
  const recording = creation(db).execute({
    ...attempt,
    transactionId: result.transactionId,
    exchange: JSON.stringify(answer.exchange),
    createdStatus: result.status,
    isPaid: result.status !== null && isPaid(result.status),
    reopens: answer.reopens ?? false,
    history: JSON.stringify(eventRows(attempt.chargeId, [...answer.events, orphanEvent(answer)])),
    orphanKey: orphanKey(attempt),
    paymentId: paymentId(attempt.chargeId, attempt.accountId, result.transactionId),
    amount: stated ?? result.amount,
    isStated: stated !== undefined,
    ...{ pixCode, pixQrCode, expiresAt, billetCode, billetUrl },
    failureMessage: result.refusal ?? null,
    refusal: result.refusal === undefined ? null : refusalOf('Declined', result.refusal),
    workflowRunId: answer.workflowRunId,
  })
  const recorded = await recording.catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new ProviderError('Mismatch', OUR_MESSAGES.transactionOfOtherCharge)
    throw error
  })
  if (recorded.length > 0) return true
  await applyLate(db, answer)
  return false
}

/**
 * Records a transaction that was found for this attempt after another transaction had paid the charge. It is an orphan, and a payment on
 * it is a second one. Safe to repeat.
 */
export async function recordSecond(db: Database, answer: Omit<AnsweredAttempt, 'reopens'>): Promise<void> {
  const { attempt } = answer
  const superseded = { state: 'answered' as const, outcome: 'superseded' as const, answeredAt: sql`now()` }
  await db.transaction(async (tx) => {
    await tx
      .update(chargeAttempts)
      .set(superseded)
      .where(and(eq(chargeAttempts.id, attempt.id), isOpen))
    await noteOrphan(tx, answer)
    await applyLate(tx, answer)
    await appendEvents(tx, attempt.chargeId, answer.events)
  })
}

/**
 * The attempt ended without a transaction: the provider refused it (`refused`), or never had it (`absent`). A missing row is created, so
 * that no run of the attempt that is still alive can send.
 * @param ending `claimedBy`: the run that was refused, or whose request was looked up. An attempt claimed by another run is not ended.
 * @returns false if it already ended another way, or another run is sending.
 */
export async function recordNotCreated(
  db: Database,
  attempt: NewAttempt,
  ending: {
    outcome: 'refused' | 'absent'
    claimedBy: string | null
    errorKind: ProviderErrorKind
    errorMessage: string
    exchange?: ExchangeEntry[]
    workflowRunId: string
    events: readonly EventDraft[]
  },
): Promise<boolean> {
  const { outcome, errorKind, errorMessage, exchange } = ending
  const ended = { state: 'answered' as const, outcome, errorKind, errorMessage, ...defined({ exchange }) }
  return db.transaction(async (tx) => {
    const rows = await tx
      .insert(chargeAttempts)
      .values({ ...attemptColumns(attempt), ...ofPresentKeys(attempt), ...ended, answeredAt: sql`now()` })
      .onConflictDoUpdate({
        target: [chargeAttempts.chargeId, chargeAttempts.number],
        set: { ...ended, answeredAt: sql`now()` },
        setWhere: ofRun(ending.claimedBy),
      })
      .returning({ id: chargeAttempts.id })
    if (rows.length === 0) return false
    await tx
      .update(charges)
      .set({
        provider: attempt.provider,
        providerAccountId: attempt.accountId,
        failureMessage: ending.errorMessage,
        refusal: refusalOf(ending.errorKind, ending.errorMessage),
        workflowRunId: ending.workflowRunId,
        updatedAt: sql`now()`,
      })
      .where(and(eq(charges.id, attempt.chargeId), isNull(charges.transactionId)))
    await appendEvents(tx, attempt.chargeId, ending.events)
    return true
  })
}

/** The outcome is unknown: the row stays `sending`, with the exchange so far, for the lookup and for operators. */
export async function recordUnknown(
  db: Database,
  attempt: NewAttempt,
  claimedBy: string,
  unknown: { errorKind: string; errorMessage: string; exchange: ExchangeEntry[]; events: readonly EventDraft[] },
): Promise<void> {
  await db
    .update(chargeAttempts)
    .set({ errorKind: unknown.errorKind, errorMessage: unknown.errorMessage, exchange: unknown.exchange })
    .where(and(eq(chargeAttempts.id, attempt.id), ofRun(claimedBy)))
  await appendEvents(db, attempt.chargeId, unknown.events)
}

/** What stays of a run that gave its attempt back. */
export interface Released {
  sealedJournal: string | null
  exchange: ExchangeEntry[]
  /** The provider's error. If left out, an earlier run's error stays. */
  errorKind?: string
  errorMessage?: string
}

/**
 * Sets the attempt back to `created`: the request was certainly not processed, or its answers are in the journal. Only the run that
 * claimed the attempt may do so while it is `sending`. Writes the history event in the same statement.
 */
export async function releaseAttempt(
  db: Database,
  attempt: NewAttempt,
  claimedBy: string,
  { event, ...change }: Released & { event?: EventDraft },
): Promise<void> {
  const history = (drafts: readonly EventDraft[]) =>
    db
      .$with('history')
      .as(
        db
          .insert(chargeEvents)
          .values(eventRows(attempt.chargeId, drafts))
          .onConflictDoNothing()
          .returning({ id: chargeEvents.id }),
      )
  await (event ? db.with(history([event])) : db)
    .insert(chargeAttempts)
    .values({ ...attemptColumns(attempt), ...ofPresentKeys(attempt), state: 'created', claimedBy, ...change })
    .onConflictDoUpdate({
      target: chargeAttempts.id,
      set: { state: 'created', ...change },
      setWhere: ofRun(claimedBy),
    })
}
