/** What it costs to refuse a body may grow with its length, not with the square of it: 120,000 zeros must not take minutes. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { IsArray, IsObject, IsSchema, IsUnion, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../api/schemas')
const ZEROS = Array.from({ length: 120_000 }, () => 0)

/** @returns a value that has the schema's shape, with a long list of zeros wherever it has no members of its own. */
function hostile(schema: TSchema): unknown {
  if (IsObject(schema))
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, hostile(inner)]))
  if (IsUnion(schema)) return hostile(schema.anyOf.find((inner) => IsObject(inner) || IsArray(inner)) ?? {})
  return ZEROS
}

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
    const value = hostile(schema)
    if (!validator.Check(value)) expect(validator.Errors(value)).not.toEqual([])
  })
})
