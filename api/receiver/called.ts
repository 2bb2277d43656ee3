/** The receiver that a request names: by our id for it, or by the provider's. */
import type { FastifyInstance } from 'fastify'
import { findReceiversCalled } from '../../db/queries/receiver/read.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { broken, brokenInWords } from '../problem.ts'

const SEVERAL = 'is needed: the receiver is known by this id at more than one account'

/**
 * The receiver as its provider knows it, and where. Undefined for one that we do not know; its id is then passed on as it is.
 * `path` is where the request names it.
 * @throws ApiProblem 422 for one of ours that its provider has not opened, and for an id that several accounts know.
 */
export async function receiverCalled(
  { database }: FastifyInstance,
  platformId: string,
  {
    receiverId,
    providerAccountId,
    path = '/receiverId',
  }: { receiverId?: string; providerAccountId?: string; path?: string },
): Promise<{ receiverId: string; providerAccountId: string } | undefined> {
  if (receiverId === undefined) return undefined
  const where = { name: receiverId, accountId: providerAccountId }
  const [known, other] = await findReceiversCalled(database.writer, platformId, where)
  if (other) throw broken('/providerAccountId', 'receiver', SEVERAL)
  if (!known) return undefined
  if (known.receiverId !== null) return { ...known, receiverId: known.receiverId }
  throw brokenInWords(path, 'receiver', MESSAGES.receiverNotFound)
}
