/** The names that the API's schemas have in api/schemas: a type is called what the schema is called. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'
import type { JsonSchema } from './print-type.ts'

export type SchemaNames = ReadonlyMap<string, string>

const FOLDER = join(ROOT, 'api/schemas')

/** Keyed by `sameness` of a schema. Of two names for the same schema, the shorter is used. */
export async function schemaNames(): Promise<SchemaNames> {
  const names = new Map<string, string>()
  for (const file of readdirSync(FOLDER).sort()) {
    const found: Record<string, unknown> = await import(join(FOLDER, file))
    for (const [name, value] of Object.entries(found).filter((entry) => isNamed(...entry))) {
      const same = sameness(value as JsonSchema)
      const known = names.get(same)
      if (known === undefined || name.length < known.length) names.set(same, name)
    }
  }
  return names
}

/** Objects and unions that the contract names. A list's page gets no name; its entries do. */
const isNamed = (name: string, value: unknown) =>
  /^[A-Z][a-z]/.test(name) &&
  typeof value === 'object' &&
  value !== null &&
  ('anyOf' in value || ('properties' in value && Object.keys(value.properties ?? {}).length > 0))

/** The same text for the same schema, independent of keyword order, of how a record is written, and of what only the served document says. */
export const sameness = (schema: JsonSchema): string =>
  JSON.stringify(schema, (keyword, value: unknown) => {
    if (keyword.startsWith('$') && keyword !== '$ref') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const {
      patternProperties,
      uniqueItems: _,
      ...rest
    } = value as {
      patternProperties?: Record<string, JsonSchema>
      uniqueItems?: boolean
    }
    const record = patternProperties ? { additionalProperties: Object.values(patternProperties)[0] } : {}
    return Object.fromEntries(Object.entries({ ...rest, ...record }).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
