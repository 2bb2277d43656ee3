/** Actions that only the user may take ask for the password again, because another person may be using the session. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPasswordHash } from '../../db/queries/access/people.ts'
import { lockSession } from '../../db/queries/access/sessions.ts'
import { limitPerMinute } from '../plugins/external/rate-limit.ts'
import { broken, problem } from '../problem.ts'
import { type Actor, actorOf } from './actor.ts'
import { audit } from './audit.ts'

/** A signed-in user, not an API key. */
export interface Person extends Actor {
  type: 'user'
  email: string
  sessionId: string
}

/** @throws ApiProblem 409 when an API key asks. */
export function personOf(request: FastifyRequest): Person {
  const actor = actorOf(request)
  const { type, email, sessionId } = actor
  if (type !== 'user' || email === null || sessionId === null) {
    throw problem('conflict', {
      detail: 'An API key has no name of a user, no password, no second factor, no sessions and no saved filters',
    })
  }
  return { ...actor, type, email, sessionId }
}

/** For a transaction that changes how they sign in. @throws ApiProblem 401 when the session was ended meanwhile. */
export async function assertSession(...[db, person]: Parameters<typeof lockSession>): Promise<void> {
  if (!(await lockSession(db, person))) throw problem('unauthenticated')
}

/** The user who chose the password could go along: docs/decisions/0265-joining-asks-for-a-password-of-ones-own.md */
export const ownPasswordAsked = () =>
  problem('conflict', {
    errors: [
      { path: '/password', rule: 'ownPassword', message: 'is needed: another user chose the one that you have' },
    ],
  })

export type PasswordCheck = (request: FastifyRequest, password: string) => Promise<Person>

/** @returns who asks, once `password` is theirs; it throws 422 when it is not, and 429 after too many tries. */
export function createPasswordCheck(app: FastifyInstance): PasswordCheck {
  const tries = limitPerMinute(app, {
    max: app.limits.signInsPerMinute,
    keyGenerator: (request) => `own password ${actorOf(request).id}`,
  })
  const isRight = async ({ id, homeId }: Person, attempt: { hash: string; password: string }) => {
    const counted = { userId: id }
    const is = await app.passwords.isRight(homeId, attempt, () => app.wrongPasswords.note(counted))
    if (is) app.wrongPasswords.takeBack(counted)
    return is
  }
  return async (request, password) => {
    const person = personOf(request)
    await tries(request)
    const hash = await findPasswordHash(app.database.writer, person.id)
    if (hash !== undefined && (await isRight(person, { hash, password }))) return person
    await audit(request, { action: 'sign-in.refused', target: `user/${person.id}`, detail: { password: 'own' } })
    throw broken('/password', 'password', 'is not your password')
  }
}
