/** Whose sub-account a charge is made in: by our name for it, or by the token that its provider gave. Neither is kept in clear. */

import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { findReceiver } from '../../db/queries/receiver/read.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { isUuid } from '../../domain/uuid.ts'
import { brokenInWords } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'

export interface ChargeReceiver {
  sealedReceiverToken: string
  /** Where a receiver of ours is known. */
  providerAccountId?: string
}

/**
 * Undefined for a charge that names none.
 * @throws ApiProblem 422 for a receiver that its provider knows without a token, or not at all yet, and for one that is not the platform's.
 */
export async function receiverOf(
  { database, settings }: FastifyInstance,
  platformId: string,
  { receiverToken }: Pick<NewCharge, 'receiverToken'>,
): Promise<ChargeReceiver | undefined> {
  if (receiverToken === undefined) return undefined
  if (!isUuid(receiverToken)) return { sealedReceiverToken: seal(receiverToken, deriveKey(settings.masterKey, 'seal')) }
  const receiver = await findReceiver(database.writer, platformId, receiverToken)
  if (receiver && receiver.sealedReceiverToken !== null) {
    return { sealedReceiverToken: receiver.sealedReceiverToken, providerAccountId: receiver.providerAccountId }
  }
  throw brokenInWords('/receiverToken', 'receiver', MESSAGES.receiverNotFound)
}
