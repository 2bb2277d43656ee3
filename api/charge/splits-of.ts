/** The one account at which a charge is split: a receiver's id means somebody else, or nobody, at another one. */
import type { FastifyInstance } from 'fastify'
import { findReceiver, findReceiversCalled } from '../../db/queries/receiver/read.ts'
import { routingSnapshot } from '../../db/queries/routing/snapshot.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { inModeOf } from '../../domain/mode.ts'
import { isUuid } from '../../domain/uuid.ts'
import { findProvider } from '../../providers/index.ts'
import { broken, brokenInWords } from '../problem.ts'
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
      recipientCalled(app, platformId, { recipientId, providerAccountId, path: `/splits/${index}/recipientId` }),
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
const SEVERAL = 'is needed: a recipient is known by this id at more than one account'
const ELSEWHERE = 'is of another provider account: a charge is split at one'

/** The receiver as its provider knows it, and where. Undefined for one that we do not know. */
async function recipientCalled(
  { database }: FastifyInstance,
  platformId: string,
  {
    recipientId,
    providerAccountId,
    path,
  }: { recipientId: string; providerAccountId: string | undefined; path: string },
): Promise<{ receiverId: string; providerAccountId: string } | undefined> {
  const where = { name: recipientId, accountId: providerAccountId }
  const [known, other] = await findReceiversCalled(database.writer, platformId, where)
  if (other) throw broken('/providerAccountId', 'receiver', SEVERAL)
  if (!known) {
    if (isUuid(recipientId) && (await findReceiver(database.writer, platformId, recipientId)))
      throw broken(path, 'receiver', ELSEWHERE)
    return undefined
  }
  if (known.receiverId === null) throw brokenInWords(path, 'receiver', MESSAGES.receiverNotFound)
  return { ...known, receiverId: known.receiverId }
}
