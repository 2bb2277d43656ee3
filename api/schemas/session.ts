/** A user's sessions: `/v1/me/sessions`. */
import { type Static, Type } from 'typebox'
import { Nullable, Time } from './common.ts'
import { ListOf } from './list.ts'

export const Session = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'The one that asks.' }),
  address: Nullable(Type.String({ description: 'Where the sign-in came from.' })),
  browser: Nullable(Type.String({ description: 'As the browser named itself.' })),
  createdAt: Time(),
  usedAt: Type.String({
    format: 'date-time',
    description: 'To the day: a session that is used is renewed once a day.',
  }),
  expiresAt: Time(),
})

export const SessionList = ListOf(Session)
export const SessionParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

export type Session = Static<typeof Session>
export type SessionList = Static<typeof SessionList>
