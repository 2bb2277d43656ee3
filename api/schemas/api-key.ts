import { type Static, Type } from 'typebox'
import { Nullable, Role, Text, Time, Uuid } from './common.ts'
import { ListOf } from './list.ts'

export const NewApiKey = Type.Object({ name: Text(100), role: Role }, { additionalProperties: false })

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
  hint: Type.String({ description: 'Its first characters.' }),
  createdBy: Nullable(
    Type.String({ description: 'E-mail of the person who made it; while they are disabled the key does not work.' }),
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
