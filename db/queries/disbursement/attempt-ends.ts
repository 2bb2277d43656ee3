/** How an attempt at a disbursement ends: taken by the provider, not taken, or with nobody knowing. */

import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EventCause } from '../../../domain/cause.ts'
import { defined } from '../../../domain/defined.ts'
import {
  ANSWERED_BY_DISBURSEMENT_NEWS,
  type DisbursementStatus,
  isDisbursementSettled,
} from '../../../domain/disbursement.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { disbursementAttempts, disbursementEvents, disbursements } from '../../schema/index.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'
import { eventsIn, historyRow } from '../movement/history.ts'
import {
  disbursementAttemptColumns,
  findUncertainAttempt,
  lockDisbursement,
  type NewDisbursementAttempt,
  ofDisbursementRun,
} from './attempts.ts'
import {
  appendDisbursementEvents,
  applyDisbursementTransition,
  type DisbursementEventDraft,
  type DisbursementOutcome,
  MOVING,
  type MovingDisbursement,
  moveLocked,
} from './transitions.ts'

/** A provider's answer, whichever kind of disbursement it is about. */
export interface DisbursementAnswer {
  /** refundId or withdrawId; undefined where only its status is known. */
  externalId?: string
  status: DisbursementStatus
  rawStatus?: string
  unmapped?: boolean
  approvedAt?: string
  /** Why it did not come about. */
  message?: string
  by?: string
}

/** One statement, that takes the disbursement's row first. @returns undefined when the attempt was over before. */
async function answer(
  db: Queryable,
  attempt: NewDisbursementAttempt,
  {
    externalId,
    exchange,
    workflowRunId,
    events,
  }: Pick<Answered, 'exchange' | 'workflowRunId' | 'events'> & {
    externalId: string | undefined
  },
): Promise<MovingDisbursement | undefined> {
  const { id, disbursementId, number, accountId, provider, reference, createdAt } = attempt
  const named = externalId ?? null
  const seen = exchange === undefined ? null : JSON.stringify(exchange)
  const [row] = await db.execute<MovingDisbursement & Record<string, unknown>>(sql`
    WITH taken AS (
      SELECT id FROM ${disbursements} WHERE id = ${disbursementId} FOR NO KEY UPDATE
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
      WHERE attempt.state <> 'answered'
      RETURNING attempt.disbursement_id AS id
    ), history AS (
      INSERT INTO ${disbursementEvents} (id, disbursement_id, key, at, type, "from", "to", cause, provider, detail)
      SELECT event.id, answered.id, key, coalesce(at, now()), type, "from", "to", cause, provider, detail
      FROM answered, ${eventsIn(sql`${JSON.stringify(events.map(historyRow))}`)}
      ON CONFLICT DO NOTHING
    )
    UPDATE ${disbursements} SET
      provider = ${provider}, provider_account_id = ${accountId}, external_id = ${named},
      attention_reasons = ${withoutReasons(disbursements.attentionReasons, ANSWERED_BY_DISBURSEMENT_NEWS)},
      failure_message = NULL, workflow_run_id = coalesce(${workflowRunId ?? null}, workflow_run_id), updated_at = now()
    WHERE id = ${disbursementId} AND EXISTS (SELECT FROM answered)
    RETURNING ${MOVING}`)
  return row
}

interface Answered {
  attempt: NewDisbursementAttempt
  answer: DisbursementAnswer
  cause: EventCause
  exchange?: ExchangeEntry[]
  workflowRunId?: string
  events: readonly DisbursementEventDraft[]
}

/**
 * The attempt is answered, the disbursement has its id and status, its charge what follows from that. An attempt
 * whose row was lost while its request was under way gets one: the provider has the money to pay whatever our rows say.
 * One statement where the provider only took it, and one transaction where more follows.
 * @returns undefined when the attempt was over before, with another answer.
 */
export async function recordDisbursementAnswered(
  db: Database,
  answered: Answered,
): Promise<DisbursementOutcome | undefined> {
  const { attempt, answer: said, cause } = answered
  const { disbursementId } = attempt
  const { status: to, ...facts } = said
  const record = async (on: Queryable) => {
    const row = await answer(on, attempt, { ...answered, externalId: said.externalId })
    return row && moveLocked(on, row, { disbursementId, to, cause, key: factKey(cause, said), ...facts })
  }
  const isMove = isDisbursementSettled(to) || said.unmapped === true
  const recording = isMove ? db.transaction(record) : record(db)
  return recording.catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    const { externalId } = said
    if (externalId !== undefined && (await isSharedByCharge(db, disbursementId, externalId))) {
      return recordDisbursementAnswered(db, { ...answered, answer: { ...said, externalId: attempt.reference } })
    }
    throw new ProviderError('Mismatch', 'The provider speaks of another movement')
  })
}

/** Some providers call every refund of a charge by the charge's own id, which tells none of them apart. */
async function isSharedByCharge(db: Database, disbursementId: string, externalId: string): Promise<boolean> {
  const other = alias(disbursements, 'other')
  const rows = await db
    .select({ id: other.id })
    .from(disbursements)
    .innerJoin(other, and(eq(other.chargeId, disbursements.chargeId), ne(other.id, disbursements.id)))
    .where(and(eq(disbursements.id, disbursementId), eq(other.externalId, externalId)))
  return rows.length > 0
}

/**
 * The attempt ended without anything: the provider refused it (`refused`), or never had it (`absent`). An attempt of which
 * there is no row gets one, so that no run of it that is still alive can send any more.
 * @param ending `claimedBy`: the run that says so, or whose sending was looked up; another one's is not ended.
 * @returns false when it had ended otherwise before, or another run is sending.
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
      .values({ ...disbursementAttemptColumns(attempt), ...ended, answeredAt: sql`now()` })
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
    return true
  })
}

/** Nobody knows: the row stays `sending`, with what was seen, for the lookup and for a person. */
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

/** What makes the same news the same row: a word that no table knows is not the same as one that means the same status. */
export function factKey(cause: EventCause, { status, unmapped, rawStatus }: DisbursementAnswer): string {
  return unmapped ? `${cause}/${status}/${rawStatus}` : `${cause}/${status}`
}

/**
 * What a person says became of it, or what the provider has said to a person's question: about the attempt that nobody knows
 * of, or about the disbursement that the provider took.
 * @returns undefined when there is no such disbursement.
 */
export async function settleDisbursement(
  db: Database,
  disbursementId: string,
  verdict: DisbursementAnswer & { made: boolean; cause: EventCause; key: string },
): Promise<DisbursementOutcome | undefined> {
  const { made, cause, key, ...answer } = verdict
  const { status: to, ...facts } = answer
  const attempt = await findUncertainAttempt(db, disbursementId)
  const events: DisbursementEventDraft[] = attempt
    ? [
        {
          key: `lookedUp/${attempt.number}`,
          type: 'lookedUp',
          cause,
          provider: attempt.provider,
          detail: { found: made },
        },
      ]
    : []
  if (attempt && made) {
    const outcome = await recordDisbursementAnswered(db, { attempt, answer, cause, events })
    if (outcome) return outcome
  } else if (attempt) {
    const ending = {
      outcome: 'absent',
      claimedBy: attempt.claimedBy,
      errorKind: 'NotFound',
      errorMessage: 'A person says that nothing was made',
    } as const
    const recorded = await recordDisbursementNotMade(db, attempt, { ...ending, events })
    // Somebody has just written down its answer, which the person did not know: nothing moves.
    if (!recorded) return applyDisbursementTransition(db, { disbursementId, to: 'PENDING', cause, key })
  }
  return applyDisbursementTransition(db, { disbursementId, to, cause, key, ...facts })
}
