/** A JSON Schema as a TypeScript type: of the few keywords that shape a type, as TypeBox writes them. */

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  default?: unknown
  minimum?: number
  minProperties?: number
  description?: string
  format?: string
  $ref?: string
}

/** What sdk/files.ts takes as a file. */
export const FILE_TYPE = 'FileContent'

/** Keywords that narrow or name a value and do not affect its type. */
const NARROWING = new Set([
  ...[
    '$id',
    'default',
    'format',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'minLength',
    'maxLength',
    'pattern',
    'writeOnly',
  ],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
])
const SHAPING = new Set([
  'type',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'anyOf',
  'enum',
  'description',
  '$ref',
])

/** The schema's name, if it has one. */
export type NameOf = (schema: JsonSchema) => string | undefined

/**
 * @param nameOf is called for every nested schema, not for the schema itself.
 * @throws Error at an unknown keyword: an incomplete type would mislead its users.
 */
export function printType(schema: JsonSchema, nameOf: NameOf): string {
  const strange = Object.keys(schema).filter((keyword) => !SHAPING.has(keyword) && !NARROWING.has(keyword))
  if (strange.length > 0) throw new Error(`No type is known for ${strange.join(', ')} in ${JSON.stringify(schema)}`)
  const inner = (part: JsonSchema) => nameOf(part) ?? printType(part, nameOf)
  const { $ref, enum: words, anyOf, items } = schema
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (words) return words.map((word) => JSON.stringify(word)).join(' | ')
  // If the schema also has a type, `anyOf` only narrows it.
  if (anyOf && schema.type === undefined) return [...new Set(anyOf.map(inner))].join(' | ')
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? FILE_TYPE : schema.type
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return items ? `Array<${inner(items)}>` : 'unknown[]'
    case 'object':
      return printObject(schema, inner)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`No type is known for ${schema.type}`)
  }
}

function printObject(
  { properties, required = [], additionalProperties }: JsonSchema,
  inner: (part: JsonSchema) => string,
): string {
  if (!properties || Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === 'object' ? inner(additionalProperties) : 'unknown'
    return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${value}>`
  }
  if (typeof additionalProperties === 'object') throw new Error('No type is known for fixed and free names together')
  const lines = Object.entries(properties).map(
    ([name, property]) => `${comment(property)}${key(name)}${required.includes(name) ? '' : '?'}: ${inner(property)}`,
  )
  return `{\n${indent(lines.join('\n'))}\n}`
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A schema's description, before what it describes. */
export const comment = ({ description }: Pick<JsonSchema, 'description'>): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '* /').replaceAll('\n', '\n * ')} */\n`

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
