/** `POST /v1/withdrawals`. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { insertWithdrawal } from '../../db/queries/disbursement/create.ts'
import { type DisbursementRow, findWithdrawalCalled } from '../../db/queries/disbursement/read.ts'
import { defined } from '../../domain/defined.ts'
import { isDisbursementSettled } from '../../domain/disbursement.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { cents, formatMoney } from '../../domain/money.ts'
import type { WithdrawMethod } from '../../domain/payment-method.ts'
import { withoutRefused } from '../../domain/routing.ts'
import { brokenWithdrawalRules, destinationOf } from '../../domain/withdrawal-rules.ts'
import { requesterOf } from '../access/actor.ts'
import { rehearsed } from '../account/rehearse.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { problem, unavailable } from '../problem.ts'
import { receiverCalled } from '../receiver/called.ts'
import { type Choice, choose } from '../routing/choose.ts'
import type { NewWithdrawal } from '../schemas/withdrawal.ts'
import { type DisbursementCall, disburseOnce, startDisbursement } from './create.ts'
import { presentWithdrawal } from './present.ts'
import { withdrawalWish } from './wish.ts'

const WAYS = {
  PIX: 'por Pix',
  BANK_ACCOUNT: 'para conta bancária',
  RECEIVER: 'de recebedor',
} as const satisfies Record<WithdrawMethod, string>

/** @throws ApiProblem 409, 422 and 503 when nothing was made. */
export async function createWithdrawal(app: FastifyInstance, call: WithdrawalCall, work: Work): Promise<Answer> {
  return disburseOnce(app, 'withdrawal', call, work, (own) => makeWithdrawal(app, call, own))
}

type WithdrawalCall = DisbursementCall & { body: NewWithdrawal }

async function makeWithdrawal(app: FastifyInstance, call: WithdrawalCall, work: Work): Promise<Answer> {
  const { actor, body } = call
  const { platformId } = actor
  const errors = brokenWithdrawalRules(body)
  if (errors.some(({ rule }) => rule === 'required')) throw problem('rule_broken', { errors })
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  const receiver = body.paymentMethod === 'RECEIVER' ? await receiverCalled(app, platformId, body) : undefined
  const contents = contentsOf(body, receiver)
  const known = await knownWithdrawal(app, platformId, body, work)
  if (known) assertSame(known, contents, body.providerAccountId)
  if (known && !mayBeUnstarted(known)) return { status: 200, body: presentWithdrawal(known), headers: replayed(known) }
  const { paymentMethod, amount } = body
  const request = { ...contents.destination, paymentMethod, amount: cents(amount), withdrawReference: work.resourceId }
  const choice = await accountsFor(app, platformId, { ...body, ...receiver }, work.resourceId)
  const candidates = await rehearsed(
    { app, platformId, begin: (adapter, context) => adapter.withdraw(request, context) },
    choice.candidates,
    errors,
  )
  const [{ accountId, provider }] = candidates

  const row = {
    ...contents,
    id: work.resourceId,
    platformId,
    reference: body.withdrawReference ?? null,
    metadata: body.metadata ?? {},
    requestedBy: actor.personId,
    provider,
    providerAccountId: accountId,
  }
  const disbursement =
    known ??
    (await beginWith(work, () =>
      insertWithdrawal(app.database.writer, row, withoutRefused(choice.decision, candidates), requesterOf(actor)),
    ))
  const isAnothers = disbursement.id !== row.id
  if (isAnothers) {
    work.undo()
    assertSame(disbursement, contents, body.providerAccountId)
  }
  const summary = `Saque de ${formatMoney(cents(amount))} ${WAYS[paymentMethod]} pela ${provider}`
  // Whoever asked first may have been told of it.
  const takenOver = work.takenOver || isAnothers
  const answer = await startDisbursement(app, call, { disbursement, candidates, summary }, { ...work, takenOver })
  if (!isAnothers || answer.status >= 400) return answer
  return { ...answer, status: 200, headers: replayed(disbursement) }
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
  { resourceId }: Work,
): Promise<DisbursementRow | undefined> {
  if (withdrawReference === undefined) return undefined
  const known = await findWithdrawalCalled(database.writer, platformId, withdrawReference)
  return known?.id === resourceId ? undefined : known
}

/**
 * @param accountId the account that the request names; without one, it is meant for wherever the first went.
 * @throws ApiProblem 409 when the reference means another withdrawal.
 */
function assertSame(
  known: DisbursementRow,
  contents: ReturnType<typeof contentsOf>,
  accountId = known.providerAccountId,
): void {
  const { method, amount, destination, providerAccountId } = known
  // Left out, it is the one that the answer shows.
  const description = known.description ?? MESSAGES.defaultWithdrawDescription
  const asked = { ...contents, description: contents.description ?? MESSAGES.defaultWithdrawDescription }
  const isThere = providerAccountId === accountId
  if (isThere && isDeepStrictEqual({ method, amount, destination, description }, asked)) return
  throw problem('conflict', { detail: 'The withdrawReference is that of another withdrawal' })
}

/** Whoever asked first may have died before the workflow began: starting it again is the same start. */
function mayBeUnstarted({ status, externalId, attention }: DisbursementRow): boolean {
  return !isDisbursementSettled(status) && externalId === null && attention === null
}

const replayed = ({ id }: DisbursementRow) => ({ location: `/v1/withdrawals/${id}`, 'idempotency-replayed': 'true' })

/** A receiver's id means something at one provider only, so its withdrawal never goes on to another. */
async function accountsFor(
  app: FastifyInstance,
  platformId: string,
  draft: Pick<NewWithdrawal, 'paymentMethod' | 'amount' | 'providerAccountId'>,
  seed: string,
): Promise<Pick<Choice, 'candidates' | 'decision'>> {
  const { candidates, decision } = await choose(app, platformId, withdrawalWish(draft, seed))
  return { candidates: draft.paymentMethod === 'RECEIVER' ? [candidates[0]] : candidates, decision }
}
