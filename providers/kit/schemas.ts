/** Building blocks of answer schemas: strict on what an adapter needs, indifferent to the rest. */
import { type TSchema, Type } from 'typebox'

/** An id in either form in which providers write them. */
export const Id = Type.Union([Type.String({ minLength: 1 }), Type.Integer()])

export const Text = Type.String({ minLength: 1 })

/** An amount in cents, as a number or in digits: it is compared, so one in any other form is no answer. */
export const CentsInAnyType = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,15}$' })])

/** A field of any shape: the adapter does not depend on it. */
export const Anything = Type.Optional(Type.Unknown())

/** Absent and null mean the same to a provider. */
export function Maybe<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}
