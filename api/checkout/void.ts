/** Cancels the charge that an order has, before another one is made for it. */
import { setTimeout as pause } from 'node:timers/promises'
import { WorkflowNotFoundError } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../../db/errors.ts'
import { type ChargeRow, findCharge } from '../../db/queries/charge/read.ts'
import { isSettled } from '../../domain/charge.ts'
import { BUYER } from '../../domain/requester.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { RETRY_AFTER_SECONDS } from '../idempotency.ts'
import { sendDecision, toDecision, untilHeard } from '../movement/decide.ts'
import { ApiProblem, outcomeUnknown, problem } from '../problem.ts'

/** A cancelled charge is written down right after the decision is answered. */
const LOOKS = 50
const LOOK_MS = 100

/**
 * The provider is asked first: what has been paid is not cancelled.
 * @returns the charge, which is over: refused, or paid after all.
 * @throws ApiProblem 409 when it is not certain yet that it will not be paid, 503 `outcome_unknown` when it may have been cancelled.
 */
export async function voidCharge(app: FastifyInstance, charge: ChargeRow, requestId: string): Promise<ChargeRow> {
  const decision = toDecision({ action: 'cancel' }, { requestId, by: BUYER, about: charge.attention })
  if (charge.transactionId !== null) await untilHeard(app, chargeWorkflowId(charge.id), charge.attentionReasons)
  try {
    await sendDecision(app, chargeWorkflowId(charge.id), decision)
  } catch (error) {
    // It has just come to its end, or an operator has ended it: the row tells.
    if (!(error instanceof WorkflowNotFoundError)) {
      app.log.warn({ err: error, chargeId: charge.id }, 'a charge could not be cancelled for another try')
      throw mayBeGivenUp()
    }
  }
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await findCharge(app.database.writer, charge.platformId, charge.id).catch(tellUnread)
    if (now && isSettled(now.status)) return now
    await pause(LOOK_MS)
  }
  throw underWay()
}

/** An error that says that nothing was done is not true of what comes after a cancellation. */
export function tellUnread(error: unknown): never {
  const isUnavailable = error instanceof ApiProblem && error.problemCode === 'unavailable'
  throw isUnavailable || isDatabaseAway(error) ? mayBeGivenUp() : error
}

const mayBeGivenUp = (): ApiProblem =>
  outcomeUnknown('The try before this one may have been given up: ask again in a moment', RETRY_AFTER_SECONDS)

export const underWay = (): ApiProblem =>
  problem('conflict', { detail: 'The try before this one is not over yet: wait for it', retryAfter: 2 })
