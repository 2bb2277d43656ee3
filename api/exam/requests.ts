/** What a seller's own request to charge meets while an exam of its requests is under way: the answer is lost, or the fake provider is slow, or fails. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deriveKey, type KeyRing } from '../../config/keys.ts'
import { attemptId, attemptReference } from '../../db/attempt-ids.ts'
import {
  type Examined,
  noteExaminedAnswer,
  noteExaminedCharge,
  noteFollowed,
  noteRequest,
} from '../../db/queries/exam/requests.ts'
import type { RequestQuestionName } from '../../domain/exam-requests.ts'
import { isTest } from '../../domain/mode.ts'
import { type Actor, actorOf } from '../access/actor.ts'
import { sha256 } from '../access/api-keys.ts'
import type { ChargePlan } from '../charge/plan.ts'
import { problemDocument } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'

const TIMEOUT_MS = 5_000
/** Longer than a request is waited for, and shorter than a provider is. */
const SLOWER_BY_MS = 2_000
const LOST = 'The exam lost this answer: the charge may have been made, so repeat the request with its Idempotency-Key'

declare module 'fastify' {
  interface FastifyRequest {
    examined?: Examined | undefined
  }
}

/** People who look at the pages of test mode are not the system that is examined. */
const isExaminable = ({ type, platformId }: Actor): boolean => type === 'apiKey' && isTest(platformId)

const hashOf = (text: string): string => sha256(text).toString('hex')

/** The same for each request that charges for one order, whatever its key. Keyed, because a document is found from a mere hash by trying. */
const orderOf = ({ orderId, amount, customer }: NewCharge, [key]: KeyRing): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(orderId === undefined ? [amount, customer.document] : [orderId]))
    .digest('hex')

/** @returns what the request does once it is known which provider is to be asked; undefined where no exam looks at it. */
export async function examineRequest(
  app: FastifyInstance,
  request: FastifyRequest,
  body: NewCharge,
): Promise<((plan: ChargePlan) => Promise<void>) | undefined> {
  const actor = actorOf(request)
  if (!isExaminable(actor)) return undefined
  const key = request.headers['idempotency-key']
  const keyHash = typeof key === 'string' ? hashOf(key) : null
  const { writer } = app.database
  const examined = await noteRequest(writer, actor.platformId, {
    order: orderOf(body, deriveKey(app.settings.masterKey, 'exam')),
    keyHash,
  })
  if (!examined) return undefined
  request.examined = examined
  return async ({ chargeId, choice }) => {
    await noteExaminedCharge(writer, examined.requestId, chargeId)
    if (examined.isFirst) await spoil(app, examined.question, choice.candidates[0].provider, chargeId)
  }
}

/** The fake provider is slow about this charge, or fails, and about no other's. */
async function spoil(
  { settings: { testProvidersUrl }, creationWaitMs, log }: FastifyInstance,
  question: RequestQuestionName,
  provider: string,
  chargeId: string,
): Promise<void> {
  if (testProvidersUrl === undefined) return
  const text = attemptReference(attemptId(chargeId, 1))
  for (const [operation, fault] of FAULTS[question]) {
    const rule = { fault, text, times: 1, delayMs: creationWaitMs + SLOWER_BY_MS }
    await fetch(`${testProvidersUrl}/_control/faults/${provider}/${operation}`, {
      method: 'PUT',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    }).catch((error: unknown) => log.warn({ err: error }, 'the fake providers do not take a fault'))
  }
}

/** By operation. One that fails has made the charge, and is slow when it is asked after it: no doubt is left to an operator. */
const FAULTS = {
  lostAnswer: [],
  slowCreation: [['createTransaction', 'slow']],
  failedCreation: [
    ['createTransaction', 'serverErrorAfterCommit'],
    ['*', 'slow'],
  ],
} as const satisfies Record<RequestQuestionName, readonly (readonly [string, string])[]>

/** The charge is made and stored under its key, but the answer is lost. */
export async function loseAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { examined } = request
  if (!examined?.isFirst || examined.question !== 'lostAnswer' || reply.statusCode >= 400) return payload
  reply.code(503).type('application/problem+json').removeHeader('location')
  return JSON.stringify(problemDocument('outcome_unknown', request.id, { detail: LOST }))
}

/** What a request was answered, and that a charge was asked after. */
export async function noteExamined(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { writer } = request.server.database
  const { examined, actor, method } = request
  if (examined) {
    const answer = { status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }
    return noteExaminedAnswer(writer, examined.requestId, answer)
  }
  const { id } = request.params as { id?: string }
  if (actor && isExaminable(actor) && method === 'GET' && id !== undefined && reply.statusCode < 300) {
    await noteFollowed(writer, id)
  }
}
