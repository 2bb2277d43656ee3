import { type Static, Type } from 'typebox'
import { AUDIT_ACTIONS } from '../../domain/audit.ts'
import { defined } from '../../domain/defined.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { From, ListOf, PAGE_QUERY, To } from './list.ts'

export const AuditEntry = Type.Object({
  id: Uuid(),
  at: Time(),
  actor: Type.String({ description: "A user's e-mail, or `API key ` and the key's name." }),
  action: Word(AUDIT_ACTIONS),
  target: Type.String({ description: 'What it was done to: a workflow, or kind/id.' }),
  detail: Nullable(Type.Record(Type.String(), Type.Unknown())),
  ip: Nullable(Type.String({ description: 'From where.' })),
})

export const AuditList = ListOf(AuditEntry)

export type AuditEntry = Static<typeof AuditEntry>
export type AuditList = Static<typeof AuditList>

const Exactly = (description?: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 300, ...defined({ description }) }))

/** `GET /v1/audit-log`. */
export const AuditQuery = Type.Object({
  ...PAGE_QUERY,
  actor: Exactly("As an entry's `actor` has it; a key also by its name alone."),
  action: Type.Optional(Word(AUDIT_ACTIONS)),
  target: Exactly(),
  from: Type.Optional(From()),
  to: Type.Optional(To()),
})
