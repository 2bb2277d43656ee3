/** The one account at which a charge is split: a receiver's id means somebody else, or nobody, at another one. */
import type { FastifyInstance } from 'fastify'
import { findReceiver } from '../../db/queries/receiver/read.ts'
import { routingSnapshot } from '../../db/queries/routing/snapshot.ts'
import { defined } from '../../domain/defined.ts'
import { inModeOf } from '../../domain/mode.ts'
import { isUuid } from '../../domain/uuid.ts'
import { findProvider } from '../../providers/index.ts'
import { broken } from '../problem.ts'
import { receiverCalled } from '../receiver/called.ts'
import type { NewCharge } from '../schemas/charge.ts'
import { chargeWish } from './wish.ts'

interface SplitCharge {
  splits: NonNullable<NewCharge['splits']>
  providerAccountId: string
}

type Draft = Pick<NewCharge, 'paymentMethod' | 'amount' | 'splits' | 'providerAccountId'>

/**
 * The splits by the ids that the account knows, and the account. Undefined for a charge that is not split, and for one that no account
 * can split.
 * @throws ApiProblem 422 for receivers of several accounts, for one that its provider has not opened, and where an id is of no receiver
 *   here, the charge names no account and more than one could split it.
 */
export async function splitsOf(
  app: FastifyInstance,
  platformId: string,
  draft: Draft,
): Promise<SplitCharge | undefined> {
  const { splits = [], providerAccountId } = draft
  if (splits.length === 0) return undefined
  const known = await Promise.all(
    splits.map(({ recipientId }, index) =>
      recipientCalled(app, platformId, {
        receiverId: recipientId,
        path: `/splits/${index}/recipientId`,
        ...defined({ providerAccountId }),
      }),
    ),
  )
  const isSure = providerAccountId !== undefined || !known.includes(undefined)
  const named = providerAccountId ?? known.find((one) => one !== undefined)?.providerAccountId
  const accountId = isSure ? named : await onlyAccount(app, platformId, draft)
  if (accountId === undefined) return undefined
  const other = known.findIndex((one) => one !== undefined && one.providerAccountId !== accountId)
  if (other >= 0) throw broken(`/splits/${other}/recipientId`, 'receiver', ELSEWHERE)
  return {
    providerAccountId: accountId,
    splits: splits.map((split, index) => ({ ...split, recipientId: known[index]?.receiverId ?? split.recipientId })),
  }
}

/**
 * The only account that can split such a charge, whether or not it takes charges now: with one, an id that is of no receiver here can
 * mean nobody else.
 */
async function onlyAccount(app: FastifyInstance, platformId: string, draft: Draft): Promise<string | undefined> {
  const { accounts } = await routingSnapshot(app.database.writer, platformId)
  const { ability } = chargeWish({ ...draft, customer: {} }, '')
  const [only, other] = inModeOf(platformId, accounts).filter(({ provider }) => {
    const obstacle = ability.obstacle(findProvider(provider))
    return obstacle !== 'methodNotSupported' && obstacle !== 'splitNotSupported'
  })
  if (other) throw broken('/providerAccountId', 'receiver', UNKNOWN)
  return only?.accountId
}

const UNKNOWN = 'is needed: a recipient is no receiver of this platform, and its id means something at one account only'
const ELSEWHERE = 'is of another provider account: a charge is split at one'

/** As `receiverCalled`. Ours at another account than the one that is named is no unknown one. */
async function recipientCalled(app: FastifyInstance, platformId: string, named: Recipient) {
  const known = await receiverCalled(app, platformId, named)
  const { receiverId, path } = named
  if (!known && isUuid(receiverId) && (await findReceiver(app.database.writer, platformId, receiverId)))
    throw broken(path, 'receiver', ELSEWHERE)
  return known
}

interface Recipient {
  receiverId: string
  path: string
  providerAccountId?: string
}
