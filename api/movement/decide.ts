/** How an operator's decision reaches the workflow that waits for it, and what became of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WorkflowNotFoundError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../../db/errors.ts'
import { type DecisionAnswer, isConfirmable, type ShownPayment } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { type Approval, type Decision, decideUpdate, statusQuery } from '../../workflows/messages.ts'
import type { Actor } from '../access/actor.ts'
import { ApiProblem, outcomeUnknown, problem, unavailable } from '../problem.ts'
import type { Resolution } from '../schemas/operation.ts'

/** How long a decision waits for its workflow. Milliseconds. */
export interface DecisionWaits {
  /** To say how far it is. It does not answer where there is no worker. */
  silentMs: number
  /** To take it. */
  acceptMs: number
  /** To carry it out. Asking a provider takes its time: the operator reads the rest in the history. */
  answerMs: number
  /** To hear of what its row says already. */
  hearMs: number
}

export const DECISION_WAITS: DecisionWaits = { silentMs: 2_000, acceptMs: 5_000, answerMs: 10_000, hearMs: 10_000 }

/** Between two questions whether a workflow has heard. */
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 250
const UNHEARD = 'Temporal did not answer: the decision may be carried out all the same; look before you decide again'

export type RequestedDecision =
  | { action: 'retry' | 'cancel' }
  | {
      action: 'resolve'
      resolution: Omit<Resolution, 'outcome'> & { outcome: 'created' | 'notCreated'; shown?: readonly ShownPayment[] }
    }

/** Who decides. */
export interface Caller {
  actor: Actor
  requestId: string
  ip: string
  /** The reasons for attention that they were shown. */
  shown?: readonly string[]
  /** When what they were shown had last changed, ISO 8601. */
  updatedAt?: string
}

/** @throws ApiProblem 409 where the operator is asked about something that they were not shown, or no longer about what they were shown. */
export function assertShown(
  { shown, updatedAt }: Pick<Caller, 'shown' | 'updatedAt'>,
  reasons: readonly string[],
  changedAt: string,
): void {
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(changedAt)) throw changedSince()
  if (shown === undefined) return
  const unseen = reasons.filter((reason) => !shown.includes(reason))
  if (unseen.length > 0) throw notAsShown(`Something else is asked by now (${unseen.join(', ')})`)
  const answered = shown.filter((reason) => !reasons.includes(reason))
  if (answered.length > 0) throw notAsShown(`What was asked has been answered by now (${answered.join(', ')})`)
}

const notAsShown = (what: string): ApiProblem => problem('conflict', { detail: `${what}: nothing was done` })

export const changedSince = (): ApiProblem =>
  problem('conflict', { detail: 'It has changed since you were shown it: nothing was done' })

export type DeliveredDecision = DecisionAnswer | { became: 'accepted' }

/** As workflows understand it. `about` is the reason for attention that was shown. */
export function toDecision(
  requested: RequestedDecision,
  { requestId, ...shown }: { requestId: string; by: string; about?: string | null; attempt?: number },
): Decision & { id: string } {
  const base = { id: requestId, ...shown }
  if (requested.action !== 'resolve') return { ...base, kind: requested.action }
  const { outcome, transactionId, receiverId, status, shown: payments } = requested.resolution
  const externalId = receiverId ?? transactionId
  return {
    ...base,
    kind: 'resolve',
    outcome,
    ...defined({ externalId, status, shown: payments }),
  }
}

/** To a run that takes a lost one's place: its questions are its own, but news of a payment was shown. */
export const newsShown = ({ attention: about }: { attention: string | null }): { about?: string } =>
  isConfirmable(about) ? { about } : {}

/**
 * For a movement whose row names what its provider has made: waits until the workflow has heard of it, too, because a decision that
 * overtook it would be about nothing. One that does not answer for two seconds, or is still creating after ten, is not waited for.
 * @param shown the reasons for attention in its row. One that the workflow has asked itself is answered while it creates.
 */
export async function untilHeard(
  { temporal, health, decisionWaits }: Pick<FastifyInstance, 'temporal' | 'health' | 'decisionWaits'>,
  workflowId: string,
  shown: readonly string[],
): Promise<void> {
  if (health.temporal.isDown()) return
  const { connection, workflow } = temporal
  const handle = workflow.getHandle(workflowId)
  const ask = <T>(question: () => Promise<T>) =>
    connection.withDeadline(Date.now() + decisionWaits.silentMs, question).catch(() => undefined)
  const until = Date.now() + decisionWaits.hearMs
  // One that has ended would answer for ever as it did then.
  if ((await ask(() => handle.describe()))?.status.name !== 'RUNNING') return
  for (let pauseMs = FIRST_PAUSE_MS; Date.now() < until; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const state = await ask(() => handle.query(statusQuery))
    if (state?.phase !== 'creating' || (state.asked !== undefined && shown.includes(state.asked))) return
    await sleep(pauseMs)
  }
}

/**
 * @param withoutWorkflow carries the decision out when the workflow is gone: it was terminated.
 * @throws ApiProblem 503 `unavailable` where it surely was not taken, 503 `outcome_unknown` where that is not known, or what
 *   `withoutWorkflow` throws.
 */
export async function deliverDecision(
  app: FastifyInstance,
  workflowId: string,
  decision: (Decision | Approval) & { id: string },
  withoutWorkflow: () => Promise<DeliveredDecision>,
): Promise<DeliveredDecision> {
  return orUnheard(app, workflowId, () =>
    sendDecision(app, workflowId, decision).catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return withoutWorkflow()
      throw error
    }),
  )
}

/** @throws ApiProblem 503 `unavailable` where Temporal is away, 503 `outcome_unknown` where it did not answer. */
export async function orUnheard(
  app: FastifyInstance,
  workflowId: string,
  deliver: () => Promise<DeliveredDecision>,
): Promise<DeliveredDecision> {
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  try {
    return await deliver()
  } catch (error) {
    if (error instanceof ApiProblem || isDatabaseAway(error)) throw error
    app.log.warn({ err: error, workflowId }, 'Temporal did not answer about a decision')
    throw outcomeUnknown(UNHEARD)
  }
}

/** @throws WorkflowNotFoundError when no run of it is open. */
export async function sendDecision(
  { temporal, decisionWaits }: Pick<FastifyInstance, 'temporal' | 'decisionWaits'>,
  workflowId: string,
  decision: (Decision | Approval) & { id: string },
): Promise<DeliveredDecision> {
  const { connection, workflow } = temporal
  const update = await connection.withDeadline(Date.now() + decisionWaits.acceptMs, () =>
    workflow
      .getHandle(workflowId)
      .startUpdate(decideUpdate, { waitForStage: 'ACCEPTED', updateId: decision.id, args: [decision] }),
  )
  try {
    return await connection.withDeadline(Date.now() + decisionWaits.answerMs, () => update.result())
  } catch (error) {
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return { became: 'accepted' }
    throw error
  }
}
