/** Records how a disbursement's attempt ends: accepted by the provider, not accepted, or with an unknown outcome. */
import { and, eq, sql } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { defined } from '../../../domain/defined.ts'
import {
  ANSWERED_BY_DISBURSEMENT_NEWS,
  type DisbursementStatus,
  isDisbursementSettled,
} from '../../../domain/disbursement.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { disbursementAttempts, disbursementEvents, disbursements } from '../../schema/index.ts'
import { ofPresentKeys } from '../account/keys-version.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'
import { eventsIn, historyRow } from '../movement/history.ts'
import { attemptHasAnswer, disbursementWaits } from '../movement/statuses.ts'
import {
  disbursementAttemptColumns,
  findNamelessAttempt,
  findUncertainAttempt,
  lockDisbursement,
  type NewDisbursementAttempt,
  ofDisbursementRun,
} from './attempts.ts'
import { appendDisbursementEvents, type DisbursementEventDraft } from './events.ts'
import { factKey } from './fact-key.ts'
import { takeKeptId } from './kept-ids.ts'
import { isSharedByCharge } from './known-ids.ts'
import { askAboutAnswer, lateStanding, noteSecond } from './late-answers.ts'
import {
  applyDisbursementTransition,
  type DisbursementOutcome,
  type DisbursementTransition,
  MOVING,
  type MovingDisbursement,
  moveDisbursement,
  moveLocked,
} from './transitions.ts'

/** A provider's answer about a refund or a withdrawal. */
export interface DisbursementAnswer {
  /** refundId or withdrawId; undefined if only the status is known. */
  externalId?: string
  status: DisbursementStatus
  rawStatus?: string
  unmapped?: boolean
  approvedAt?: string
  /** Why it failed. */
  message?: string
  by?: string
}

/**
 * One statement that locks the disbursement's row first.
 * @param isLate the attempt takes it even if it, or the disbursement, has ended.
 * @returns undefined if one of them has.
 */
async function answer(
  db: Queryable,
  attempt: NewDisbursementAttempt,
  {
    externalId,
    exchange,
    workflowRunId,
    events,
    isLate,
  }: Pick<Answered, 'exchange' | 'workflowRunId' | 'events'> & {
    externalId: string | undefined
    isLate: boolean
  },
): Promise<MovingDisbursement | undefined> {
  const { id, disbursementId, number, accountId, provider, reference, createdAt } = attempt
  const named = externalId ?? null
  const seen = exchange === undefined ? null : JSON.stringify(exchange)
  const [row] = await db.execute<MovingDisbursement & Record<string, unknown>>(sql`
    WITH taken AS (
      SELECT id FROM ${disbursements}
      WHERE id = ${disbursementId} AND (${disbursementWaits(disbursements.status)} OR status_unmapped OR ${isLate}::boolean)
      FOR NO KEY UPDATE
    ), answered AS (
      INSERT INTO ${disbursementAttempts} AS attempt (id, disbursement_id, number, provider_account_id, provider, reference,
        created_at, state, outcome, external_id, exchange, answered_at)
      SELECT ${id}::uuid, taken.id, ${number}::integer, ${accountId}::uuid, ${provider}, ${reference}, ${createdAt}::timestamptz,
        'answered', 'created', ${named}, coalesce(${seen}::jsonb, '[]'), now()
      FROM taken
      ON CONFLICT (disbursement_id, number) DO UPDATE SET
        state = 'answered', outcome = 'created', external_id = excluded.external_id,
        exchange = coalesce(${seen}::jsonb, attempt.exchange), sealed_journal = NULL, error_kind = NULL, error_message = NULL,
        answered_at = now()
      WHERE NOT ${attemptHasAnswer(sql`attempt.state`)} OR ${isLate}::boolean
      RETURNING attempt.disbursement_id AS id
    ), history AS (
      INSERT INTO ${disbursementEvents} (id, disbursement_id, key, at, type, "from", "to", cause, provider, detail)
      SELECT event.id, answered.id, key, coalesce(at, now()), type, "from", "to", cause, provider, detail
      FROM answered, ${eventsIn(sql`${JSON.stringify(events.map(historyRow))}`)}
      ON CONFLICT DO NOTHING
    )
    UPDATE ${disbursements} SET
      provider = ${provider}, provider_account_id = ${accountId}, external_id = coalesce(${named}, external_id),
      attention_reasons = ${withoutReasons(disbursements.attentionReasons, ANSWERED_BY_DISBURSEMENT_NEWS)},
      failure_message = CASE WHEN ${disbursementWaits(disbursements.status)} OR status_unmapped THEN NULL ELSE failure_message END,
      workflow_run_id = coalesce(${workflowRunId ?? null}, workflow_run_id), updated_at = now()
    WHERE id = ${disbursementId} AND EXISTS (SELECT FROM answered)
    RETURNING ${MOVING}`)
  return row
}

export interface Answered {
  attempt: NewDisbursementAttempt
  answer: DisbursementAnswer
  cause: EventCause
  exchange?: ExchangeEntry[]
  workflowRunId?: string
  events: readonly DisbursementEventDraft[]
}

/**
 * Records the answer, the disbursement's id and status, and what follows for its charge. If the attempt's row was lost while its request
 * was running, it is created again, because the provider has the request. One statement if the provider only accepted it, one
 * transaction if more follows. What was ended without the provider's id takes the provider's answer all the same.
 * @returns undefined if the attempt already ended with another answer, or another attempt may have paid.
 */
export async function recordDisbursementAnswered(
  db: Database,
  answered: Answered,
): Promise<DisbursementOutcome | undefined> {
  const { attempt, answer: said, cause } = answered
  const { disbursementId } = attempt
  const { status: to, ...facts } = said
  const record = async (on: Queryable, isLate = false) => {
    const row = await answer(on, attempt, { ...answered, externalId: said.externalId, isLate })
    if (!row) return undefined
    const transition = { disbursementId, to, cause, key: factKey(cause, said), ...facts }
    const isAsked = await askAboutAnswer(on, row, answered)
    return isAsked ? moveDisbursement(on, transition) : moveLocked(on, row, transition)
  }
  const recordLate = async (tx: Queryable) => {
    const standing = await lateStanding(tx, answered)
    if (standing === 'second') await noteSecond(tx, answered)
    return standing === 'news' ? record(tx, true) : undefined
  }
  const isMove = isDisbursementSettled(to) || said.unmapped === true
  const recording = isMove ? db.transaction((tx) => record(tx)) : record(db)
  const recorded = recording.then((outcome) => outcome ?? db.transaction(recordLate))
  return recorded.catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    const { externalId } = said
    if (externalId !== undefined && (await isSharedByCharge(db, attempt, externalId))) {
      return recordDisbursementAnswered(db, { ...answered, answer: { ...said, externalId: attempt.reference } })
    }
    throw new ProviderError('Mismatch', OUR_MESSAGES.otherMovement)
  })
}

/**
 * The attempt created nothing: the provider refused it (`refused`), or never had it (`absent`). A missing row is created, so that no run
 * of the attempt that is still alive can send.
 * @param ending `claimedBy`: the run that was refused, or whose request was looked up. An attempt claimed by another run is not ended.
 * @returns false if it already ended another way, another run is sending, or an id that was kept with another attempt is now the answer.
 */
export async function recordDisbursementNotMade(
  db: Database,
  attempt: NewDisbursementAttempt,
  ending: {
    outcome: 'refused' | 'absent'
    errorKind: string
    errorMessage: string
    exchange?: ExchangeEntry[]
    workflowRunId?: string
    claimedBy: string | null
    events: readonly DisbursementEventDraft[]
  },
): Promise<boolean> {
  const { outcome, claimedBy, errorKind, errorMessage, exchange, workflowRunId, events } = ending
  const ended = {
    state: 'answered' as const,
    outcome,
    errorKind,
    errorMessage,
    ...defined({ exchange }),
  }
  return db.transaction(async (tx) => {
    await lockDisbursement(tx, attempt.disbursementId)
    const rows = await tx
      .insert(disbursementAttempts)
      .values({ ...disbursementAttemptColumns(attempt), ...ofPresentKeys(attempt), ...ended, answeredAt: sql`now()` })
      .onConflictDoUpdate({
        target: [disbursementAttempts.disbursementId, disbursementAttempts.number],
        set: { ...ended, answeredAt: sql`now()` },
        setWhere: ofDisbursementRun(claimedBy),
      })
      .returning({ id: disbursementAttempts.id })
    if (rows.length === 0) return false
    await tx
      .update(disbursements)
      .set({
        provider: attempt.provider,
        providerAccountId: attempt.accountId,
        failureMessage: errorMessage,
        ...defined({ workflowRunId }),
        updatedAt: sql`now()`,
      })
      .where(eq(disbursements.id, attempt.disbursementId))
    await appendDisbursementEvents(tx, attempt.disbursementId, events)
    return !(await takeKeptId(tx, attempt.disbursementId))
  })
}

/** The outcome is unknown: the row stays `sending`, with the exchange so far, for the lookup and for operators. */
export async function recordDisbursementUnknown(
  db: Database,
  attempt: NewDisbursementAttempt,
  claimedBy: string,
  unknown: {
    errorKind: string
    errorMessage: string
    exchange: ExchangeEntry[]
    events: readonly DisbursementEventDraft[]
  },
): Promise<void> {
  const { errorKind, errorMessage, exchange, events } = unknown
  await db
    .update(disbursementAttempts)
    .set({ errorKind, errorMessage, exchange })
    .where(and(eq(disbursementAttempts.id, attempt.id), ofDisbursementRun(claimedBy)))
  await appendDisbursementEvents(db, attempt.disbursementId, events)
}

/**
 * Records an operator's verdict, or the provider's answer to an operator's question, about an attempt with an unknown outcome or about a
 * disbursement that the provider has.
 * @returns undefined if there is no such disbursement.
 */
export async function settleDisbursement(
  db: Database,
  disbursementId: string,
  verdict: DisbursementAnswer & { made: boolean } & Pick<DisbursementTransition, 'cause' | 'key' | 'from' | 'unsent'>,
): Promise<DisbursementOutcome | undefined> {
  const { made, cause, key, from, unsent, ...answer } = verdict
  const { status: to, ...facts } = answer
  const uncertain = await findUncertainAttempt(db, disbursementId)
  const isNamed = made && answer.externalId !== undefined
  const attempt = uncertain ?? (isNamed ? await findNamelessAttempt(db, disbursementId) : undefined)
  const events = attempt ? [lookedUp(attempt, cause, made)] : []
  if (attempt && made) {
    const outcome = await recordDisbursementAnswered(db, { attempt, answer, cause, events })
    if (outcome) return outcome
  } else if (uncertain) {
    const ending = {
      outcome: 'absent',
      claimedBy: uncertain.claimedBy,
      errorKind: 'NotFound',
      errorMessage: 'An operator says that nothing was created',
    } as const
    await recordDisbursementNotMade(db, uncertain, { ...ending, events })
  }
  // If there is an answer that the operator did not know, just recorded or kept with another attempt, nothing moves.
  const isUnsent = unsent || (uncertain !== undefined && !made)
  const known = defined({ from, unsent: isUnsent || undefined })
  return applyDisbursementTransition(db, { disbursementId, to, cause, key, ...facts, ...known })
}

const lookedUp = (
  { number, provider }: NewDisbursementAttempt,
  cause: EventCause,
  found: boolean,
): DisbursementEventDraft => ({ key: `lookedUp/${number}`, type: 'lookedUp', cause, provider, detail: { found } })
