import { type Static, Type } from 'typebox'
import { PASSWORD_LENGTH } from '../../domain/password.ts'
import { PERSON_PAPERS } from '../../domain/person-paper.ts'
import { Email, Nullable, Role, Text, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'
import { SecondFactorState } from './second-factor.ts'

const Name = Text(100)
const Password = Type.String({ ...PASSWORD_LENGTH, writeOnly: true })

export const NewUser = Type.Object(
  { name: Name, email: Email(), password: Password, role: Role },
  { additionalProperties: false },
)

/** A new password or role ends the person's sessions, and so does being disabled. */
export const UserChange = Type.Object(
  {
    name: Type.Optional(Name),
    role: Type.Optional(Role),
    password: Type.Optional(Password),
    disabled: Type.Optional(Type.Boolean({ description: 'True: this user cannot sign in.' })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  platformId: Uuid(),
  disabled: Type.Boolean(),
  secondFactor: SecondFactorState,
  lastSignInAt: Nullable(Time()),
  createdAt: Time(),
})

/** `PATCH /v1/me`. */
export const OwnChange = Type.Object({ name: Name }, { additionalProperties: false })

/** `POST /v1/me/password`. */
export const PasswordChange = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 128, writeOnly: true }), newPassword: Password },
  { additionalProperties: false },
)

export const PersonPaper = Type.Object({
  name: Word(PERSON_PAPERS),
  url: Type.String({ description: 'Gives the file for 60 seconds.' }),
  expiresAt: Time(),
  addedAt: Time(),
})
export const PersonPapers = ListOf(PersonPaper)

export const NewPersonPaper = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 1000,
      description: 'A `publicUrl` of POST /v1/uploads, whose purpose is personPaper.',
    }),
  },
  { additionalProperties: false },
)

export const UserParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
export const PersonPaperParams = Type.Object({ ...UserParams.properties, name: Word(PERSON_PAPERS) })
export const UserList = ListOf(User)

export type NewUser = Static<typeof NewUser>
export type UserChange = Static<typeof UserChange>
export type OwnChange = Static<typeof OwnChange>
export type User = Static<typeof User>
export type PersonPaper = Static<typeof PersonPaper>
export type PersonPapers = Static<typeof PersonPapers>
export type UserList = Static<typeof UserList>
