/** `POST /v1/withdrawals`. */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { insertWithdrawal, type NewWithdrawal as NewWithdrawalRow } from '../../db/queries/disbursement/create.ts'
import { type DisbursementRow, findWithdrawalCalled } from '../../db/queries/disbursement/read.ts'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { cents, formatMoney } from '../../domain/money.ts'
import { withoutRefused } from '../../domain/routing.ts'
import { brokenWithdrawalRules, type Destination, destinationOf, withPixType } from '../../domain/withdrawal-rules.ts'
import { TITLES } from '../../workflows/texts.ts'
import { requesterOf } from '../access/actor.ts'
import { rehearsed } from '../account/rehearse.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { orMadeBefore } from '../movement/made-before.ts'
import { assertSize } from '../movement-size.ts'
import { problem, unavailable } from '../problem.ts'
import { isElsewhere, receiverCalled } from '../receiver/called.ts'
import { choose } from '../routing/choose.ts'
import type { NewWithdrawal } from '../schemas/withdrawal.ts'
import {
  type DisbursementCall,
  type DisbursementStart,
  disburseOnce,
  hasBegun,
  movementOf,
  startDisbursement,
} from './create.ts'
import { presentWithdrawal } from './present.ts'
import { withdrawalWish } from './wish.ts'

/** @throws ApiProblem 409, 422 and 503 when nothing was made; 503 `outcome_unknown` where that is not known. */
export async function createWithdrawal(app: FastifyInstance, call: WithdrawalCall, work: Work): Promise<Answer> {
  const typed = { ...call, body: withPixType(call.body) }
  return disburseOnce(app, 'withdrawal', typed, work, (own) => makeWithdrawal(app, typed, own))
}

/** What the row has under the request's own name: the destination has its fields, and two are called otherwise. */
type Kept = Exclude<keyof NewWithdrawal, keyof Destination | 'paymentMethod' | 'withdrawReference'>

type WithdrawalCall = DisbursementCall & { body: NewWithdrawal }

async function makeWithdrawal(app: FastifyInstance, call: WithdrawalCall, work: Work): Promise<Answer> {
  const { actor, body } = call
  const { platformId } = actor
  const errors = brokenWithdrawalRules(body)
  if (errors.some(({ rule }) => rule === 'required')) throw problem('rule_broken', { errors })
  const known = await knownWithdrawal(app, platformId, body)
  const receiver = await receiverPaid(app, platformId, body, known)
  const wish = { ...call, errors, receiver, contents: contentsOf(body, receiver) }
  const isOwn = work.takenOver && known?.id === work.resourceId && isSame(known, wish)
  if (known && !isOwn) return repeated(app, wish, known, work)
  assertSize(body)
  const { candidates, decision } = await lineFor(app, wish, work.resourceId)
  const [{ accountId, provider }] = candidates
  const row = {
    ...wish.contents,
    id: work.resourceId,
    platformId,
    reference: body.withdrawReference ?? null,
    metadata: body.metadata ?? {},
    requestedBy: actor.personId,
    provider,
    providerAccountId: accountId,
  } satisfies NewWithdrawalRow & Record<Kept, unknown>
  const begun = await app.movementTurn(actor, async () => {
    const { disbursement, isNew } = await beginWith(work, () =>
      insertWithdrawal(app.database.writer, row, decision, requesterOf(actor)),
    )
    const isOthers = !isNew && !isOwn && row.reference !== null
    return isOthers ? { disbursement } : { answer: await start(app, wish, { disbursement, candidates }, work) }
  })
  return begun.answer ?? repeated(app, wish, begun.disbursement, work)
}

interface Wish extends WithdrawalCall {
  errors: ReturnType<typeof brokenWithdrawalRules>
  receiver: Awaited<ReturnType<typeof receiverPaid>>
  contents: ReturnType<typeof contentsOf>
}

/**
 * The receiver whose money it is, looked up where the reference's withdrawal went, if there is one. Its id means something at one account
 * only, so its withdrawal never goes on to another.
 * @throws ApiProblem 422 as `receiverCalled` does, 409 where the reference is that of another account's receiver.
 */
async function receiverPaid(
  app: FastifyInstance,
  platformId: string,
  body: NewWithdrawal,
  known: DisbursementRow | undefined,
) {
  const { paymentMethod, receiverId, providerAccountId } = body
  if (paymentMethod !== 'RECEIVER' || receiverId === undefined) return undefined
  const { ability } = withdrawalWish(body, '')
  const at = providerAccountId ?? known?.providerAccountId ?? undefined
  return receiverCalled(app, platformId, { receiverId, providerAccountId: at, ability }).catch((error: unknown) => {
    throw known && providerAccountId === undefined && isElsewhere(error) ? isAnothers() : error
  })
}

const isAnothers = () => problem('conflict', { detail: 'The withdrawReference is that of another withdrawal' })

/**
 * The answer about the withdrawal that the reference means already, which the first request may have been told of.
 * @throws ApiProblem 409 when it is another one, 503 `outcome_unknown` where it is not known what becomes of it.
 */
async function repeated(app: FastifyInstance, wish: Wish, known: DisbursementRow, work: Work): Promise<Answer> {
  // Of its own this request has made nothing.
  work.undo()
  if (!isSame(known, wish)) throw isAnothers()
  const answer = (row: DisbursementRow): Answer => ({
    status: 200,
    body: presentWithdrawal(row),
    headers: { location: `/v1/withdrawals/${row.id}`, ...REPLAYED },
  })
  if (hasBegun(known)) return answer(known)
  // The first request's process may have died before the workflow began. Starting it again is the same start.
  const startAnew = async (own: Work) => {
    const { candidates } = await lineFor(app, wish, known.id)
    const { status, body, headers } = await app.movementTurn(wish.actor, () =>
      start(app, wish, { disbursement: known, candidates }, own),
    )
    return { status: status < 400 ? 200 : status, body, headers: { ...headers, ...REPLAYED } }
  }
  const movement = movementOf(app, wish.actor.platformId, known)
  return orMadeBefore(app, { ...work, takenOver: true }, startAnew, { ...movement, answer: async (row) => answer(row) })
}

const REPLAYED = { 'idempotency-replayed': 'true' }

/** The accounts that could pay it out now, and why. @throws ApiProblem 422 and 503 if there is none. */
async function lineFor(app: FastifyInstance, { actor, body, errors, receiver, contents }: Wish, id: string) {
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  const { platformId } = actor
  const { paymentMethod, amount } = body
  const request = { ...contents.destination, paymentMethod, amount: cents(amount), withdrawReference: id }
  const choice = await choose(app, platformId, withdrawalWish({ ...body, ...receiver }, id))
  const candidates = await rehearsed(
    { app, platformId, begin: (adapter, context) => adapter.withdraw(request, context) },
    choice.candidates,
    errors,
  )
  return { candidates, decision: withoutRefused(choice.decision, candidates) }
}

function start(
  app: FastifyInstance,
  call: WithdrawalCall,
  made: Pick<DisbursementStart, 'disbursement' | 'candidates'>,
  work: Work,
): Promise<Answer> {
  const { amount, paymentMethod } = call.body
  const summary = TITLES.withdrawal(paymentMethod, formatMoney(cents(amount)), made.candidates[0].provider)
  return startDisbursement(app, call, { ...made, summary }, work)
}

/** What a repeat must have in common with the first request. */
function contentsOf(body: NewWithdrawal, receiver: { receiverId: string } | undefined) {
  return {
    method: body.paymentMethod,
    amount: body.amount,
    destination: { ...destinationOf(body), ...defined({ receiverId: receiver?.receiverId }) },
    description: body.description ?? null,
  }
}

/** What the reference means already, whatever has become of its accounts since. */
async function knownWithdrawal(
  { database }: FastifyInstance,
  platformId: string,
  { withdrawReference }: NewWithdrawal,
): Promise<DisbursementRow | undefined> {
  return withdrawReference === undefined
    ? undefined
    : findWithdrawalCalled(database.writer, platformId, withdrawReference)
}

/** A request that names no account is meant for wherever the first went, and one without metadata leaves the first's as it is. */
function isSame(known: DisbursementRow, { body, contents }: Wish): boolean {
  const { method, amount, destination, metadata, providerAccountId } = known
  // Left out, it is the one that the answer shows.
  const description = known.description ?? MESSAGES.defaultWithdrawDescription
  const asked = { ...contents, description: contents.description ?? MESSAGES.defaultWithdrawDescription }
  const isThere = providerAccountId === (body.providerAccountId ?? providerAccountId)
  const isSo = isDeepStrictEqual(metadata, body.metadata ?? metadata)
  return isThere && isSo && isDeepStrictEqual({ method, amount, destination, description }, asked)
}
