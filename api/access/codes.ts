/** The codes of a second factor: RFC 6238 as authenticator apps speak it, and recovery codes. */
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { KeyRing } from '../../config/keys.ts'
import { open } from '../../config/seal.ts'
import type { DatabasePool } from '../../db/client.ts'
import {
  changeSecondFactor,
  lockSecondFactor,
  type SecondFactorRow,
  spendRecoveryCode,
} from '../../db/queries/access/second-factors.ts'
import { pauseAfter, RECOVERY_CODES, STEP_SECONDS, STEPS_BESIDE } from '../../domain/second-factor.ts'
import { tooMany } from '../plugins/external/rate-limit.ts'

const ISSUER = 'Trilho'
const SECRET_BYTES = 20
/** No digit or letter that is read as another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RECOVERY_LENGTH = 16

/** What the app is given: the secret as text, and the address that its QR code holds. */
export interface Enrolment {
  secret: string
  uri: string
}

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** @param label whose it is, as the app shows it. */
export function newEnrolment(label: string): Enrolment {
  const secret = new Secret({ size: SECRET_BYTES })
  return { secret: secret.base32, uri: totpOf(secret, label).toString() }
}

/** Ten codes to write down, and what is stored of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    // 32 letters: five bits of each byte, all equally likely.
    const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  })
  return { codes, hashes: codes.map(hashOf) }
}

const hashOf = (code: string) => createHash('sha256').update(plainCode(code)).digest('hex')
const plainCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

/** The time step whose code it is, among those that are taken now and come after the last accepted one. */
export function stepOf(code: string, secret: string, { now, after }: { now: number; after: number }): number | null {
  const token = plainCode(code)
  // The library compares bytes, of which other characters have more.
  if (!/^\d{6}$/.test(token)) return null
  const totp = totpOf(Secret.fromBase32(secret), '')
  const delta = totp.validate({ token, timestamp: now, window: STEPS_BESIDE })
  if (delta === null) return null
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta
  return step > after ? step : null
}

export type CodeKind = 'app' | 'recovery'

/**
 * Uses up a code of the person's: an app's or a recovery code. All tries of one person come one after another, and too many wrong ones
 * are waited out, whichever sign-in or session they come from. Undefined when it is wrong, or there is no factor that counts.
 * @throws ApiProblem 429
 */
export async function useCode(
  { writer }: DatabasePool,
  sealKey: KeyRing,
  { userId, code }: { userId: string; code: string },
): Promise<CodeKind | undefined> {
  const used = await writer.transaction(async (tx) => {
    const factor = await lockSecondFactor(tx, userId)
    const now = Date.now()
    if (!factor || factor.confirmedAt === null) return { kind: undefined, wait: 0 }
    const wait = waitOf(factor, now)
    if (wait > 0) return { kind: undefined, wait }
    const step = stepOf(code, open(factor.sealedSecret, sealKey), { now, after: factor.lastStep })
    if (step !== null) {
      await changeSecondFactor(tx, factor.id, { lastStep: step, wrongCodes: 0, lastWrongAt: null })
      return { kind: 'app' as const, wait: 0 }
    }
    if (await spendRecoveryCode(tx, factor.id, hashOf(code))) {
      await changeSecondFactor(tx, factor.id, { wrongCodes: 0, lastWrongAt: null })
      return { kind: 'recovery' as const, wait: 0 }
    }
    const lastWrongAt = new Date(now).toISOString()
    await changeSecondFactor(tx, factor.id, { wrongCodes: factor.wrongCodes + 1, lastWrongAt })
    return { kind: undefined, wait: 0 }
  })
  if (used.wait > 0) throw tooMany(used.wait)
  return used.kind
}

/** Milliseconds until another code is looked at. */
function waitOf({ wrongCodes, lastWrongAt }: SecondFactorRow, now: number): number {
  if (lastWrongAt === null) return 0
  return Date.parse(lastWrongAt) + pauseAfter(wrongCodes) * 60_000 - now
}
