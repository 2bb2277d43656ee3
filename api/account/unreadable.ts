/** Accounts whose secrets were sealed with another key. If that key is lost, they must be connected again. */
import type { FastifyInstance } from 'fastify'
import { deriveKey, keyId } from '../../config/keys.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import { problem } from '../problem.ts'

export const CANNOT_BE_OPENED = OUR_MESSAGES.credentialsSealed

export const unreadable = () => problem('rule_broken', { detail: CANNOT_BE_OPENED })

/** Tells an account that one of this process's keys has sealed, by the key's id. */
export function sealedByUs({ settings }: FastifyInstance): (account: { sealedBy: string }) => boolean {
  const ours = new Set(deriveKey(settings.masterKey, 'seal').map(keyId))
  return ({ sealedBy }) => ours.has(sealedBy)
}
