/** The one account at which a charge is split: at another one, a receiver's id means another receiver, or none. */
import type { FastifyInstance } from 'fastify'
import { receiversCalled } from '../receiver/called.ts'
import type { NewCharge } from '../schemas/charge.ts'
import { chargeWish } from './wish.ts'

interface SplitCharge {
  splits: NonNullable<NewCharge['splits']>
  providerAccountId: string
}

type Draft = Pick<NewCharge, 'paymentMethod' | 'amount' | 'splits' | 'providerAccountId' | 'receiverToken'>

/**
 * The splits by the ids that the account knows, and the account. Undefined for a charge that is not split, and for one that no account
 * can split.
 * @throws ApiProblem 422 as `receiversCalled` does.
 */
export async function splitsOf(
  app: FastifyInstance,
  platformId: string,
  draft: Draft,
): Promise<SplitCharge | undefined> {
  const { splits = [], providerAccountId } = draft
  if (splits.length === 0) return undefined
  const receivers = splits.map(({ recipientId: receiverId }, index) => ({
    receiverId,
    path: `/splits/${index}/recipientId`,
  }))
  // In how many installments is no matter of whom a receiver's id means.
  const { ability } = chargeWish({ ...draft, installments: 1, customer: {} }, '')
  const called = await receiversCalled(app, platformId, { receivers, providerAccountId, ability })
  return (
    called && {
      providerAccountId: called.providerAccountId,
      splits: splits.map((split, index) => ({ ...split, recipientId: called.receiverIds[index] ?? split.recipientId })),
    }
  )
}
