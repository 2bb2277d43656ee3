/**
 * Hashing a password takes a tenth of a second of computing, on the few threads that files and new connections need too. So it is done in
 * turns, and each owner has a share of them: docs/decisions/0238-passwords-are-hashed-in-turns.md
 */
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createTurns } from '../turns.ts'

/** Node has four such threads. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Under way or waiting, of all owners: the last of them waits for some seconds. */
const PLACES = 32
const RETRY_AFTER_SECONDS = 2

/** Whose turn it is: a platform's people and keys, or one of those who have not signed in. */
export type PasswordOwner = string

/** All callers who are not signed in, from browsers that were never signed in from. */
export const STRANGERS: PasswordOwner = 'strangers'

export interface Passwords {
  /** @throws ApiProblem 429 when the owner has no place left. */
  hash(owner: PasswordOwner, password: string): Promise<string>
  /**
   * @param begin runs when its turn has come, before the password is looked at. What it throws is thrown.
   * @throws ApiProblem 429 when the owner has no place left.
   */
  isRight(owner: PasswordOwner, attempt: { hash: string; password: string }, begin?: () => void): Promise<boolean>
}

export function createPasswords(): Passwords {
  const detail = 'Too many passwords are being looked at; nothing was done'
  const told = { detail, retryAfter: RETRY_AFTER_SECONDS }
  const { inTurn } = createTurns({ atOnce: AT_ONCE, places: PLACES, told })
  return {
    hash: (owner, password) => inTurn(owner, () => hashPassword(password)),
    isRight: (owner, attempt, begin = () => {}) =>
      inTurn(owner, () => {
        begin()
        return verifyPassword(attempt)
      }),
  }
}
