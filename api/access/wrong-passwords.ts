/**
 * A ceiling on wrong passwords for one e-mail, from however many addresses they come. A browser that a user has signed in from has a
 * ceiling of its own, so strangers who guess do not lock the person out; so have those who are signed in and are asked for their password
 * again, whose session may be stolen. Counted in this process alone.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { tooMany } from '../plugins/external/rate-limit.ts'

const HOUR = 60 * 60_000
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** The least used are forgotten. */
const MOST_COUNTED = 100_000
const COOKIE = 'trilho.known'

export interface WrongPasswords {
  /** The browser, if this e-mail was signed in from it before. */
  browserOf(attempt: SignInAttempt): string | undefined
  /** Counts it before its password is looked at: of many at once none would be counted in time. @throws ApiProblem 429 above the ceiling. */
  note(attempt: Attempt): void
  /** Its password was right. */
  takeBack(attempt: Attempt): void
  /** The cookie by which the browser is known to this person's e-mail from now on. */
  cookieFor(email: string): string
}

export interface SignInAttempt {
  /** As it was typed. */
  email: string
  /** The request's cookies. */
  cookie: string | undefined
}

/** Of a user who is signed in. */
interface OwnAttempt {
  userId: string
}

type Attempt = SignInAttempt | OwnAttempt

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
  const counterOf = (attempt: Attempt): string =>
    'userId' in attempt ? `own ${attempt.userId}` : (browserOf(attempt) ?? `e-mail ${attempt.email.toLowerCase()}`)

  const add = (attempt: Attempt, tries: 1 | -1) => {
    const counter = counterOf(attempt)
    counted.set(counter, Math.max(0, (counted.get(counter) ?? 0) + tries))
  }

  return {
    browserOf,
    note: (attempt) => {
      const counter = counterOf(attempt)
      if ((counted.get(counter) ?? 0) >= perHour) throw tooMany(counted.getRemainingTTL(counter))
      add(attempt, 1)
    },
    takeBack: (attempt) => add(attempt, -1),
    cookieFor: (email) => {
      const device = randomBytes(16).toString('base64url')
      const value = `${device}.${proofOf(email, device)}`
      return `${COOKIE}=${value}; Max-Age=${YEAR_SECONDS}; Path=/v1/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
  }
}
