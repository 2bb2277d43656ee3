/** `POST /v1/withdrawals`. */
import type { FastifyInstance } from 'fastify'
import { insertWithdrawal } from '../../db/queries/payouts.ts'
import type { Candidate } from '../../db/queries/provider-accounts.ts'
import { accountOfReceiver } from '../../db/queries/receivers.ts'
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
  const candidates = await candidatesFor(app, platformId, body)
  const [{ accountId, provider }] = candidates

  const { paymentMethod, amount } = body
  const row = {
    id: work.resourceId,
    platformId,
    method: paymentMethod,
    amount,
    destination: destinationOf(body),
    description: body.description ?? null,
    reference: body.withdrawReference ?? null,
    provider,
    providerAccountId: accountId,
  }
  const payout = await beginWith(work, () => insertWithdrawal(app.database.writer, row, actorName(actor)))
  const summary = `Saque de ${formatMoney(cents(amount))} ${WAYS[paymentMethod]} pela ${provider}`
  return startPayout(app, call, { payout, candidates, summary }, work)
}

/** A receiver's id means something at one provider only: the one that opened it, where we know which. */
async function candidatesFor(
  app: FastifyInstance,
  platformId: string,
  { paymentMethod, providerAccountId, receiverId }: NewWithdrawal,
): Promise<readonly [Candidate, ...Candidate[]]> {
  const db = app.database.writer
  const isReceivers = paymentMethod === 'RECEIVER' && receiverId !== undefined
  const accountId = providerAccountId ?? (isReceivers ? await accountOfReceiver(db, platformId, receiverId) : undefined)
  const [first, ...others] = await accountsFor(db, platformId, accountId, {
    supports: ({ capabilities }) => capabilities.withdrawMethods.includes(paymentMethod),
    assertSupports: (provider) => provider.assertSupportsWithdraw(paymentMethod),
  })
  return isReceivers ? [first] : [first, ...others]
}
