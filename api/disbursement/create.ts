/**
 * What asking for a refund and for a withdrawal have in common. Money safety rests on the order of things: the row first, then
 * the workflow, and a row is taken back only while no attempt hangs on it, which the database itself makes certain.
 */
import type { Client } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import type { Candidate } from '../../db/queries/account/read.ts'
import { type DisbursementRow, findDisbursement } from '../../db/queries/disbursement/read.ts'
import { abandonDisbursement } from '../../db/queries/disbursement/unstarted.ts'
import { defined } from '../../domain/defined.ts'
import { type DisbursementKind, isDisbursementFailed, isDisbursementSettled } from '../../domain/disbursement.ts'
import { MESSAGES } from '../../domain/messages.ts'
import {
  type CreationOutcome,
  type DisbursementInput,
  disbursementWorkflowId,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import type { Actor } from '../access/actor.ts'
import type { Answer, Work } from '../idempotency.ts'
import { type Movement, orMadeBefore } from '../movement/made-before.ts'
import { rowOfBegun, startAndWait, startOrAbandon } from '../movement/start.ts'
import { problemDocument, unavailable } from '../problem.ts'
import { approvalOf } from './approve.ts'
import { presentRefund, presentWithdrawal } from './present.ts'

export interface DisbursementCall {
  actor: Actor
  requestId: string
}

export interface DisbursementStart extends Pick<DisbursementInput, 'timing'> {
  disbursement: DisbursementRow
  candidates: readonly [Candidate, ...Candidate[]]
  summary: string
}

/**
 * 201 once a provider has answered, 202 when none has yet, 502 when every provider refused; a refund that was refused
 * without a word is 400, as the specification has it.
 * @throws ApiProblem 503 when nothing was made; 503 `outcome_unknown` when that is not known, or its row was lost.
 */
export async function startDisbursement(
  app: FastifyInstance,
  { actor, requestId }: DisbursementCall,
  start: DisbursementStart,
  work: Work,
): Promise<Answer> {
  const { id: disbursementId, kind } = start.disbursement
  const outcome = await startOrAbandon(app, disbursementWorkflowId(kind, disbursementId), work, {
    madeAt: start.disbursement.createdAt,
    start: () =>
      app.temporal.connection.withDeadline(Date.now() + app.creationWaitMs, () => untilAnswered(app.temporal, start)),
    abandon: () => abandonDisbursement(app.database.writer, disbursementId),
  })
  app.metrics.disbursements.inc({ outcome: outcome.outcome, kind })
  const headers = { location: addressOf(start.disbursement) }
  switch (outcome.outcome) {
    case 'abandoned':
      work.undo()
      throw unavailable('Temporal')
    case 'refused':
      return refused(start.disbursement, requestId, outcome.message)
    case 'created':
    case 'needsAttention':
    case 'pending': {
      const found = findDisbursement(app.database.writer, actor.platformId, kind, disbursementId)
      const row = await rowOfBegun(work, outcome, found)
      // While it cannot be read it is made all the same.
      const status = outcome.outcome === 'created' && row ? 201 : 202
      return { status, body: present(row ?? start.disbursement), headers }
    }
  }
}

/** Makes it, or tells of what the request made that held the key before. */
export async function disburseOnce(
  app: FastifyInstance,
  kind: DisbursementKind,
  { actor, requestId }: DisbursementCall,
  work: Work,
  make: (work: Work) => Promise<Answer>,
): Promise<Answer> {
  return orMadeBefore(app, work, make, {
    ...movementOf(app, actor.platformId, { kind, id: work.resourceId }),
    answer: async (row) => {
      const { status, externalId, failureMessage } = row
      if (externalId === null && isDisbursementFailed(status) && failureMessage !== null)
        return refused(row, requestId, failureMessage)
      const headers = { location: addressOf(row) }
      return { status: externalId === null ? 202 : 201, body: present(row), headers }
    },
  })
}

/** One that an earlier request may have made. */
export function movementOf(
  app: FastifyInstance,
  platformId: string,
  { kind, id }: Pick<DisbursementRow, 'kind' | 'id'>,
): Omit<Movement<DisbursementRow>, 'answer'> {
  return {
    workflowId: disbursementWorkflowId(kind, id),
    find: () => findDisbursement(app.database.writer, platformId, kind, id),
    isBegun: hasBegun,
    abandon: () => abandonDisbursement(app.database.writer, id),
  }
}

/** Whether the row says that its workflow has been at work. */
export const hasBegun = ({ status, externalId, attention }: DisbursementRow): boolean =>
  isDisbursementSettled(status) || externalId !== null || attention !== null

function refused({ id, kind }: DisbursementRow, requestId: string, detail: string): Answer {
  const isWordless = kind === 'refund' && detail === MESSAGES.errorApprovingRefund
  const code = isWordless ? 'refund_not_approved' : 'provider_refused'
  const body = problemDocument(code, requestId, { detail, disbursementId: id })
  return { status: body.status, body, headers: { location: addressOf({ id, kind }) } }
}

/** Safe to repeat. */
export async function untilAnswered(
  temporal: Client,
  { disbursement, candidates, summary, timing }: DisbursementStart,
): Promise<CreationOutcome> {
  const { id: disbursementId, platformId, kind, reference, createdAt } = disbursement
  const input: DisbursementInput = {
    disbursementId,
    platformId,
    candidates,
    ...approvalOf(disbursement),
    ...defined({ timing, madeAt: reference === null ? undefined : new Date(createdAt).toISOString() }),
  }
  return startAndWait(temporal, {
    workflowType: WORKFLOW_TYPES[kind],
    workflowId: disbursementWorkflowId(kind, disbursementId),
    input,
    provider: input.candidates[0]?.provider ?? '',
    summary,
    madeAt: createdAt,
  })
}

const present = (row: DisbursementRow) => (row.kind === 'refund' ? presentRefund(row) : presentWithdrawal(row))

const addressOf = ({ kind, id }: Pick<DisbursementRow, 'kind' | 'id'>) =>
  kind === 'refund' ? `/v1/refunds/${id}` : `/v1/withdrawals/${id}`
