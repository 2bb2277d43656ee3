/** What it costs to refuse a body may grow with its length, not with the square of it: 120,000 zeros must not take minutes. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { IsArray, IsObject, IsRecord, IsSchema, IsUnion, RecordValue, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../api/schemas')
const ZEROS = Array.from({ length: 120_000 }, () => 0)

const wideMembers = ({ anyOf }: { anyOf: TSchema[] }) =>
  anyOf.filter((inner) => IsObject(inner) || IsArray(inner) || IsRecord(inner))

/** @returns a value that has the schema's shape, with a long list of zeros wherever it has no members of its own. */
function hostile(schema: TSchema, variant: number): unknown {
  if (IsObject(schema))
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, hostile(inner, variant)]))
  if (IsRecord(schema)) return { name: hostile(RecordValue(schema), variant) }
  if (!IsUnion(schema)) return ZEROS
  const members = wideMembers(schema)
  return hostile(members[variant % members.length] ?? {}, variant)
}

/** How many values it takes to meet each member of each union. */
function variantsOf(schema: TSchema): number {
  const inner = IsUnion(schema) ? wideMembers(schema) : IsObject(schema) ? Object.values(schema.properties) : []
  return Math.max(1, IsUnion(schema) ? inner.length : 1, ...inner.map(variantsOf))
}

/** Ends what goes on for too long, where the test's own timeout would have to wait for it. */
const within20Seconds = (judge: () => void) => runInNewContext('judge()', { judge }, { timeout: 20_000 })

const modules = await Promise.all(
  globSync('*.ts', { cwd: FOLDER }).map(async (file) => ({ file, exported: await import(join(FOLDER, file)) })),
)
const schemas = modules.flatMap(({ file, exported }) =>
  Object.entries(exported)
    .filter((entry): entry is [string, TSchema] => IsSchema(entry[1]))
    .map(([name, schema]) => ({ name: `${name} of ${file}`, schema })),
)

describe('a list that is far too long is refused in time by', () => {
  test('every schema: there are many', () => expect(schemas.length).toBeGreaterThan(200))
  test.each(schemas)('$name', ({ schema }) => {
    const validator = Compile(schema)
    for (let variant = 0; variant < variantsOf(schema); variant += 1) {
      const value = hostile(schema, variant)
      within20Seconds(() => {
        if (!validator.Check(value)) expect(validator.Errors(value)).not.toEqual([])
      })
    }
  })
})
