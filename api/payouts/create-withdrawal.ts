/** `POST /v1/withdrawals`. */
import type { FastifyInstance } from 'fastify'
import { insertWithdrawal } from '../../db/queries/payouts.ts'
import type { Candidate } from '../../db/queries/provider-accounts.ts'
import { findReceiverCalled } from '../../db/queries/receivers.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { cents, formatMoney } from '../../domain/money.ts'
import type { WithdrawMethod } from '../../domain/payment-method.ts'
import { brokenWithdrawalRules, destinationOf } from '../../domain/withdrawal-rules.ts'
import { actorName } from '../access/actor.ts'
import { accountsFor } from '../accounts-for.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { problem, unavailable } from '../problem.ts'
import type { NewWithdrawal } from '../schemas/withdrawal.ts'
import { type PayoutCall, startPayout } from './create-payout.ts'

const WAYS = {
  PIX: 'por Pix',
  BANK_ACCOUNT: 'para conta bancária',
  RECEIVER: 'de recebedor',
} as const satisfies Record<WithdrawMethod, string>

/** @throws ApiProblem 422 and 503 when nothing was made. */
export async function createWithdrawal(
  app: FastifyInstance,
  call: PayoutCall & { body: NewWithdrawal },
  work: Work,
): Promise<Answer> {
  const { actor, body } = call
  const { platformId } = actor
  const errors = brokenWithdrawalRules(body)
  if (errors.length > 0) throw problem('rule_broken', { errors })
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  const receiver = await receiverOf(app, platformId, body)
  const candidates = await candidatesFor(app, platformId, { ...body, ...receiver })
  const [{ accountId, provider }] = candidates

  const { paymentMethod, amount } = body
  const row = {
    id: work.resourceId,
    platformId,
    method: paymentMethod,
    amount,
    destination: { ...destinationOf(body), ...(receiver ? { receiverId: receiver.receiverId } : {}) },
    description: body.description ?? null,
    reference: body.withdrawReference ?? null,
    provider,
    providerAccountId: accountId,
  }
  const payout = await beginWith(work, () => insertWithdrawal(app.database.writer, row, actorName(actor)))
  const summary = `Saque de ${formatMoney(cents(amount))} ${WAYS[paymentMethod]} pela ${provider}`
  return startPayout(app, call, { payout, candidates, summary }, work)
}

/**
 * The receiver as its provider knows it, and where: by our id for it, or by the provider's. Undefined for one that we do not
 * know; its id is then passed on as it is.
 * @throws ApiProblem 422 for one of ours that its provider has not opened.
 */
async function receiverOf(
  { database }: FastifyInstance,
  platformId: string,
  { paymentMethod, receiverId, providerAccountId }: NewWithdrawal,
): Promise<{ receiverId: string; providerAccountId: string } | undefined> {
  if (paymentMethod !== 'RECEIVER' || receiverId === undefined) return undefined
  const known = await findReceiverCalled(database.writer, platformId, receiverId)
  if (!known || (providerAccountId ?? known.providerAccountId) !== known.providerAccountId) return undefined
  if (known.receiverId !== null) return { ...known, receiverId: known.receiverId }
  const message = MESSAGES.receiverNotFound
  throw problem('rule_broken', { errors: [{ path: '/receiverId', rule: 'receiver', message }] })
}

/** A receiver's id means something at one provider only, so its withdrawal never goes on to another. */
async function candidatesFor(
  app: FastifyInstance,
  platformId: string,
  { paymentMethod, providerAccountId }: Pick<NewWithdrawal, 'paymentMethod' | 'providerAccountId'>,
): Promise<readonly [Candidate, ...Candidate[]]> {
  const [first, ...others] = await accountsFor(app.database.writer, platformId, providerAccountId, {
    supports: ({ capabilities }) => capabilities.withdrawMethods.includes(paymentMethod),
    assertSupports: (provider) => provider.assertSupportsWithdraw(paymentMethod),
  })
  return paymentMethod === 'RECEIVER' ? [first] : [first, ...others]
}
