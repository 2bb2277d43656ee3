/** The one account at which a charge is split: a receiver's id means somebody else, or nobody, at another one. */
import type { FastifyInstance } from 'fastify'
import { findReceiver, findReceiversCalled } from '../../db/queries/receiver/read.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { isUuid } from '../../domain/uuid.ts'
import { broken, brokenInWords } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'

interface SplitCharge {
  splits: NonNullable<NewCharge['splits']>
  providerAccountId: string
}

type Draft = Pick<NewCharge, 'splits' | 'providerAccountId'>

/**
 * The splits by the ids that the account knows, and the account. Undefined for a charge that is not split.
 * @throws ApiProblem 422 for receivers of several accounts, for one that its provider has not opened, and where an id is of no receiver here
 *   and the charge names no account.
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
  const accountId = providerAccountId ?? known.find((one) => one !== undefined)?.providerAccountId
  if (accountId === undefined || (providerAccountId === undefined && known.includes(undefined)))
    throw broken('/providerAccountId', 'receiver', UNKNOWN)
  const other = known.findIndex((one) => one !== undefined && one.providerAccountId !== accountId)
  if (other >= 0) throw broken(`/splits/${other}/recipientId`, 'receiver', ELSEWHERE)
  return {
    providerAccountId: accountId,
    splits: splits.map((split, index) => ({ ...split, recipientId: known[index]?.receiverId ?? split.recipientId })),
  }
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
