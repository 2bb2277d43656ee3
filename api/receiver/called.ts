/** The receivers that a request names, each by our id or by the provider's: a provider's id means another receiver at another account. */
import type { FastifyInstance } from 'fastify'
import { findReceiversCalled } from '../../db/queries/receiver/read.ts'
import { routingSnapshot } from '../../db/queries/routing/snapshot.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { inModeOf } from '../../domain/mode.ts'
import { findProvider } from '../../providers/index.ts'
import { ApiProblem, broken, brokenInWords } from '../problem.ts'
import type { Ability } from '../routing/choose.ts'

interface Named {
  receiverId: string
  /** Where the request names it. */
  path: string
}

interface Asked {
  receivers: readonly Named[]
  /** The account that the request names, or that is bound by something else in it. */
  providerAccountId?: string | undefined
  /** What the request asks of the account. */
  ability: Ability
}

interface Called {
  /** As the account knows them, in the order of the request. */
  receiverIds: string[]
  providerAccountId: string
}

/**
 * The receivers as their provider knows them, and the one account of them all. Undefined where no account could mean them.
 * @throws ApiProblem 422 for receivers of several accounts, for one that its provider has not opened, for an id that several accounts
 *   know, and where an id is of no receiver here, the request names no account and more than one could mean it.
 */
export async function receiversCalled(
  app: FastifyInstance,
  platformId: string,
  { receivers, providerAccountId, ability }: Asked,
): Promise<Called | undefined> {
  const known = await Promise.all(receivers.map((named) => calledAt(app, platformId, providerAccountId, named)))
  const isSure = providerAccountId !== undefined || !known.includes(undefined)
  const named = providerAccountId ?? known.find((one) => one !== undefined)?.providerAccountId
  const accountId = isSure ? named : await onlyAccount(app, platformId, ability)
  if (accountId === undefined) return undefined
  const other = known.findIndex((one) => one !== undefined && one.providerAccountId !== accountId)
  const elsewhere = receivers[other]
  if (elsewhere) throw elsewhereAt(elsewhere.path)
  return {
    providerAccountId: accountId,
    receiverIds: receivers.map(({ receiverId }, index) => known[index]?.receiverId ?? receiverId),
  }
}

/** As `receiversCalled`, for a request that names one, at `/receiverId`. */
export async function receiverCalled(
  app: FastifyInstance,
  platformId: string,
  { receiverId, ...asked }: Omit<Asked, 'receivers'> & { receiverId: string },
): Promise<{ receiverId: string; providerAccountId: string } | undefined> {
  const called = await receiversCalled(app, platformId, { ...asked, receivers: [{ receiverId, path: '/receiverId' }] })
  if (!called) return undefined
  const { providerAccountId, receiverIds } = called
  return { providerAccountId, receiverId: receiverIds[0] ?? receiverId }
}

const ELSEWHERE = 'receiverElsewhere'

/** The refusal of a receiver of another account. @param path where the request names it. */
export const elsewhereAt = (path: string): ApiProblem =>
  broken(path, ELSEWHERE, 'is of another provider account: one account takes the whole request')

/** Whether it was refused because our id is that of a receiver of another account. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof ApiProblem && error.options.errors?.[0]?.rule === ELSEWHERE

/**
 * The receiver with this id at the account that is asked for, or at any. Undefined for an id of no receiver there, which may be the
 * provider's of one that was opened in its dashboard: ours means one receiver, wherever it is.
 */
async function calledAt(
  { database }: FastifyInstance,
  platformId: string,
  accountId: string | undefined,
  named: Named,
): Promise<{ receiverId: string; providerAccountId: string } | undefined> {
  const all = await findReceiversCalled(database.writer, platformId, named.receiverId)
  const [known, other] = all.filter(({ providerAccountId }) => providerAccountId === (accountId ?? providerAccountId))
  if (other) throw broken('/providerAccountId', 'receiverSeveral', SEVERAL)
  if (!known && all.some(({ id }) => id === named.receiverId)) throw elsewhereAt(named.path)
  if (!known) return undefined
  const { receiverId, providerAccountId } = known
  if (receiverId === null) throw brokenInWords(named.path, 'receiver', MESSAGES.receiverNotFound)
  return { receiverId, providerAccountId }
}

/**
 * The only account that could take such a request, whether or not it takes any now: with one, an id that is of no receiver here can mean
 * no other receiver.
 */
async function onlyAccount(app: FastifyInstance, platformId: string, ability: Ability): Promise<string | undefined> {
  const { accounts } = await routingSnapshot(app.database.writer, platformId)
  const [only, other] = inModeOf(platformId, accounts).filter(({ provider }) => {
    const obstacle = ability.obstacle(findProvider(provider))
    return obstacle === undefined || obstacle === 'missingFields'
  })
  if (other) throw broken('/providerAccountId', 'receiverUnknown', UNKNOWN)
  return only?.accountId
}

const SEVERAL = 'is needed: the receiver is known by this id at more than one account'
const UNKNOWN = 'is needed: a recipient is no receiver of this platform, and its id means something at one account only'
