import { type Static, Type } from 'typebox'
import { MODES } from '../../domain/mode.ts'
import { Nullable, Role, Text, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

const ModeOfKey = Word(MODES, 'A test key reaches fake providers only, and sees only what was made with test keys.')

export const NewApiKey = Type.Object(
  { name: Text(100), role: Role, mode: Type.Optional(ModeOfKey) },
  { additionalProperties: false },
)

export const ApiKeyChange = Type.Object(
  {
    name: Type.Optional(Text(100)),
    revoked: Type.Optional(Type.Literal(true, { description: 'A revoked key stays revoked.' })),
  },
  { additionalProperties: false, minProperties: 1 },
)

const FIELDS = {
  id: Uuid(),
  name: Type.String(),
  role: Role,
  mode: ModeOfKey,
  hint: Type.String({ description: 'Its first characters.' }),
  createdBy: Nullable(
    Type.String({
      description:
        'E-mail of the user who made it. While they are disabled the key does not work, and it never does more than their own role allows now.',
    }),
  ),
  createdAt: Time(),
  revokedAt: Nullable(Time()),
}

export const ApiKey = Type.Object(FIELDS)
/** The one answer that carries the key itself. */
export const CreatedApiKey = Type.Object({ ...FIELDS, key: Type.String({ description: 'Shown this once.' }) })
export const ApiKeyList = ListOf(ApiKey)

export type NewApiKey = Static<typeof NewApiKey>
export type ApiKeyChange = Static<typeof ApiKeyChange>
export type ApiKey = Static<typeof ApiKey>
export type CreatedApiKey = Static<typeof CreatedApiKey>
export type ApiKeyList = Static<typeof ApiKeyList>
