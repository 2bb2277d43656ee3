/**
 * A ceiling on wrong passwords for one e-mail, from however many addresses they come. A browser that a user has signed in from has a
 * ceiling of its own, so strangers who guess do not lock the person out. Counted in this process alone.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const HOUR = 60 * 60_000
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** The least used are forgotten. */
const MOST_COUNTED = 100_000
const COOKIE = 'trilho.known'

export interface WrongPasswords {
  /** The browser, if this e-mail was signed in from it before. */
  browserOf(attempt: SignInAttempt): string | undefined
  /** Milliseconds until another try is allowed; undefined when it is allowed now. */
  wait(attempt: SignInAttempt): number | undefined
  /** Counts it before its password is looked at: of many at once none would be counted in time. */
  note(attempt: SignInAttempt): void
  /** Its password was right. */
  takeBack(attempt: SignInAttempt): void
  /** The cookie by which the browser is known to this person's e-mail from now on. */
  cookieFor(email: string): string
}

export interface SignInAttempt {
  /** As it was typed. */
  email: string
  /** The request's cookies. */
  cookie: string | undefined
}

export function createWrongPasswords(options: { key: Buffer; perHour: number; secure: boolean }): WrongPasswords {
  const { key, perHour, secure } = options
  const counted = new LRUCache<string, number>({ max: MOST_COUNTED, ttl: HOUR, noUpdateTTL: true })
  const proofOf = (email: string, device: string) =>
    createHmac('sha256', key).update(`${email.toLowerCase()} ${device}`).digest('base64url')

  const browserOf = ({ email, cookie }: SignInAttempt): string | undefined => {
    const [, device, proof] = /(?:^|; ?)trilho\.known=([\w-]{22})\.([\w-]{43})(?:;|$)/.exec(cookie ?? '') ?? []
    const isKnown = device && proof && timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(email, device)))
    return isKnown ? `browser ${device}` : undefined
  }
  const counterOf = (attempt: SignInAttempt): string => browserOf(attempt) ?? `e-mail ${attempt.email.toLowerCase()}`

  const add = (attempt: SignInAttempt, tries: 1 | -1) => {
    const counter = counterOf(attempt)
    counted.set(counter, Math.max(0, (counted.get(counter) ?? 0) + tries))
  }

  return {
    browserOf,
    wait: (attempt) => {
      const counter = counterOf(attempt)
      return (counted.get(counter) ?? 0) < perHour ? undefined : counted.getRemainingTTL(counter)
    },
    note: (attempt) => add(attempt, 1),
    takeBack: (attempt) => add(attempt, -1),
    cookieFor: (email) => {
      const device = randomBytes(16).toString('base64url')
      const value = `${device}.${proofOf(email, device)}`
      return `${COOKIE}=${value}; Max-Age=${YEAR_SECONDS}; Path=/v1/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
  }
}
