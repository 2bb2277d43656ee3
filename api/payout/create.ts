/**
 * What asking for a refund and for a withdrawal have in common. Money safety rests on the order of things: the row first, then
 * the workflow, and a row is taken back only while no attempt hangs on it, which the database itself makes certain.
 */

import type { Client } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../../db/errors.ts'
import type { Candidate } from '../../db/queries/account/read.ts'
import { findPayout, type PayoutRow } from '../../db/queries/payout/read.ts'
import { abandonPayout } from '../../db/queries/payout/unstarted.ts'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { type CreationOutcome, type PayoutInput, payoutWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import type { Actor } from '../access/actor.ts'
import type { Answer, Work } from '../idempotency.ts'
import { startAndWait, startOrAbandon } from '../movement/start.ts'
import { problemDocument, unavailable } from '../problem.ts'
import { approvalOf } from './approve.ts'
import { presentRefund, presentWithdrawal } from './present.ts'

export interface PayoutCall {
  actor: Actor
  requestId: string
}

export interface PayoutStart extends Pick<PayoutInput, 'timing'> {
  payout: PayoutRow
  candidates: readonly [Candidate, ...Candidate[]]
  summary: string
}

/**
 * 201 once a provider has answered, 202 when nobody has yet, 502 when every provider refused; a refund that was refused
 * without a word is 400, as the specification has it.
 * @throws ApiProblem 503 when nothing was made.
 */
export async function startPayout(
  app: FastifyInstance,
  { actor, requestId }: PayoutCall,
  start: PayoutStart,
  work: Work,
): Promise<Answer> {
  const { id: payoutId, kind } = start.payout
  const outcome = await startOrAbandon(app, payoutWorkflowId(kind, payoutId), {
    start: () =>
      app.temporal.connection.withDeadline(Date.now() + app.creationWaitMs, () => untilAnswered(app.temporal, start)),
    abandon: () => abandonPayout(app.database.writer, payoutId),
  })
  app.metrics.payouts.inc({ outcome: outcome.outcome, kind })
  const headers = { location: addressOf(start.payout) }
  switch (outcome.outcome) {
    case 'abandoned':
      work.undo()
      throw unavailable('Temporal')
    case 'refused': {
      const isWordless = kind === 'refund' && outcome.message === MESSAGES.errorApprovingRefund
      const code = isWordless ? 'refund_not_approved' : 'provider_refused'
      const body = problemDocument(code, requestId, { detail: outcome.message, payoutId })
      return { status: body.status, body, headers }
    }
    case 'created':
    case 'needsAttention':
    case 'pending': {
      const row = await findPayout(app.database.writer, actor.platformId, kind, payoutId).catch((error: unknown) => {
        if (isDatabaseAway(error)) return undefined
        throw error
      })
      // It is made whether or not it can be read now: a 503 would say that nothing is left of it.
      const status = outcome.outcome === 'created' && row ? 201 : 202
      return { status, body: present(row ?? start.payout), headers }
    }
  }
}

/** Safe to repeat. */
export async function untilAnswered(
  temporal: Client,
  { payout, candidates, summary, timing }: PayoutStart,
): Promise<CreationOutcome> {
  const { id: payoutId, platformId, kind } = payout
  const input: PayoutInput = { payoutId, platformId, candidates, ...approvalOf(payout), ...defined({ timing }) }
  return startAndWait(temporal, {
    workflowType: WORKFLOW_TYPES[kind],
    workflowId: payoutWorkflowId(kind, payoutId),
    input,
    provider: input.candidates[0]?.provider ?? '',
    summary,
  })
}

const present = (row: PayoutRow) => (row.kind === 'refund' ? presentRefund(row) : presentWithdrawal(row))

const addressOf = ({ kind, id }: PayoutRow) => (kind === 'refund' ? `/v1/refunds/${id}` : `/v1/withdrawals/${id}`)
