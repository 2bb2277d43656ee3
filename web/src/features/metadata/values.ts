/** The seller's own facts as a form has them: in rows, of which the API makes a record. */
import { type FieldErrors, type Resolver, set } from 'react-hook-form'

export interface WithMetadata {
  metadata: { key: string; value: string }[]
}

/** Undefined where there are none. */
export function toMetadata(rows: WithMetadata['metadata']): Record<string, string> | undefined {
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ key, value }) => [key.trim(), value.trim()]))
}

/** The rows of a record. */
export const toRows = (metadata: Record<string, string> = {}): WithMetadata['metadata'] =>
  Object.entries(metadata).map(([key, value]) => ({ key, value }))

/** As the API takes them. */
const KEY = /^[A-Za-z0-9_.-]{1,40}$/

/** Which rows' names are none, or stand twice: a schema speaks of the record, which has no rows. */
export function wrongKeys(rows: WithMetadata['metadata']): [name: string, type: string][] {
  const keys = rows.map(({ key }) => key.trim())
  return keys.flatMap((key, index): [string, string][] => {
    const name = `metadata.${index}.key`
    if (key === '') return [[name, 'required']]
    return KEY.test(key) && keys.indexOf(key) === index ? [] : [[name, 'key']]
  })
}

/** A schema's errors, with the rows' in place of the record's. */
export function withWrongKeys<Form extends WithMetadata>(errors: object, { metadata }: Form): FieldErrors<Form> {
  const { metadata: _record, ...found } = errors as Record<string, unknown>
  for (const [name, type] of wrongKeys(metadata)) set(found, name, { type })
  return found as FieldErrors<Form>
}

/** For a form that has nothing else to be checked. */
export const resolveMetadata: Resolver<WithMetadata> = (values) => {
  const errors = withWrongKeys({}, values)
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
}
