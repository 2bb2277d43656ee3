/** Whose sub-account a charge is made in: by our name for it, or by the token that its provider gave. Neither is kept in clear. */
import type { FastifyInstance } from 'fastify'
import { deriveKey, type KeyRing } from '../../config/keys.ts'
import { open, seal, UnreadableSeal } from '../../config/seal.ts'
import { findReceiver, listReceiverTokens } from '../../db/queries/receiver/read.ts'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { isUuid } from '../../domain/uuid.ts'
import { providers } from '../../providers/index.ts'
import { brokenInWords } from '../problem.ts'
import { elsewhereAt } from '../receiver/called.ts'
import type { NewCharge } from '../schemas/charge.ts'

export interface ChargeReceiver {
  sealedReceiverToken: string
  /** Where a receiver of ours is known. */
  providerAccountId?: string
}

/**
 * Undefined for a charge that names none.
 * @throws ApiProblem 422 for a receiver that its provider knows without a token, or not at all yet, for one that is not the platform's, and
 *   for one of another account than the charge names.
 */
export async function receiverOf(
  app: FastifyInstance,
  platformId: string,
  charge: Pick<NewCharge, 'receiverToken' | 'providerAccountId' | 'splits'>,
): Promise<ChargeReceiver | undefined> {
  const { receiverToken, providerAccountId, splits = [] } = charge
  if (receiverToken === undefined) return undefined
  const receiver = isUuid(receiverToken)
    ? await ourReceiver(app, platformId, receiverToken)
    : await holderOf(app, platformId, receiverToken, splits.length > 0)
  if (providerAccountId !== undefined && (receiver.providerAccountId ?? providerAccountId) !== providerAccountId)
    throw elsewhereAt('/receiverToken')
  return receiver
}

async function ourReceiver({ database }: FastifyInstance, platformId: string, id: string): Promise<ChargeReceiver> {
  const receiver = await findReceiver(database.writer, platformId, id)
  if (receiver && receiver.sealedReceiverToken !== null) {
    return { sealedReceiverToken: receiver.sealedReceiverToken, providerAccountId: receiver.providerAccountId }
  }
  throw brokenInWords('/receiverToken', 'receiver', MESSAGES.receiverNotFound)
}

/**
 * A provider's token opens its sub-account wherever it is sent from; a charge that is split has to be made at the account of its
 * receivers, too.
 */
async function holderOf(
  { database, settings }: FastifyInstance,
  platformId: string,
  token: string,
  isSplit: boolean,
): Promise<ChargeReceiver> {
  const sealKey = deriveKey(settings.masterKey, 'seal')
  const sealedReceiverToken = seal(token, sealKey)
  if (!isSplit) return { sealedReceiverToken }
  const known = await listReceiverTokens(database.writer, platformId, TAKING_TOKENS)
  const holder = known.find((one) => isSealed(one.sealedReceiverToken, token, sealKey))
  return { sealedReceiverToken, ...defined({ providerAccountId: holder?.providerAccountId }) }
}

function isSealed(sealed: string | null, token: string, keys: KeyRing): boolean {
  try {
    return sealed !== null && open(sealed, keys) === token
  } catch (error) {
    if (error instanceof UnreadableSeal) return false
    throw error
  }
}

const TAKING_TOKENS = Object.values(providers)
  .filter(({ capabilities }) => capabilities.receiverTokens)
  .map(({ code }) => code)
