/** Input is judged by TypeBox itself, so that forms in the browser and the API agree to the letter. */
import type { FastifySchemaCompiler } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { DecodeUnsafe, Value } from 'typebox/value'
import { pointerPart } from '../domain/pointer.ts'
import { sayPattern } from './pattern-words.ts'
import { notFound, problem } from './problem.ts'
import type { ProblemField } from './schemas/problem.ts'
import { onceOfEach, whenFirstUsed } from './when-first-used.ts'

/** The shape is right and only the value is not: a broken rule (422), not a malformed request (400). */
const RULE_KEYWORDS = new Set([
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  '~refine',
  'minProperties',
  'pattern',
  'format',
])

const validatorOf = onceOfEach((schema: TSchema) => Compile(schema))

/**
 * Bodies are taken as they are; addresses and headers carry text, which is converted and completed with defaults. Of a query, days become
 * moments.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  whenFirstUsed(() => {
    const validator = validatorOf(schema)
    const hasDays = httpPart === 'querystring' && Value.HasCodec(schema)
    return (input: unknown) => {
      const value =
        httpPart === 'body' ? input : Value.Convert(schema, Value.Default(schema, withCodes(input as object)))
      if (validator.Check(value)) return { value: hasDays ? DecodeUnsafe({}, schema, value) : value }
      // An address that cannot be anything's leads nowhere, for every caller.
      if (httpPart === 'params') return { error: notFound() }
      const found = withoutEchoes(validator.Errors(value))
      const broken = httpPart === 'body' && found.every(({ keyword }) => RULE_KEYWORDS.has(keyword))
      return { error: problem(broken ? 'rule_broken' : 'malformed_request', { errors: found.flatMap(describe) }) }
    }
  })

const closed = onceOfEach((query: TObject) => Type.Object(query.properties, { additionalProperties: false, ...query }))
const NO_QUERY = Type.Object({})

/** A query's schema that takes no other name, unless it says so itself. @param query undefined: the route takes none. */
export const queryOf = (query: TObject = NO_QUERY): TObject => closed(query)

/** A filter may name a provider in small letters. */
const withCodes = (input: { provider?: unknown }) =>
  typeof input.provider === 'string' ? { ...input, provider: input.provider.toUpperCase() } : { ...input }

/** Of a value that may also be null, only what is wrong with it when it is not. */
function withoutEchoes(errors: TLocalizedValidationError[]): TLocalizedValidationError[] {
  const own = errors.filter(
    ({ keyword, params }) => keyword !== 'anyOf' && !(keyword === 'type' && 'type' in params && params.type === 'null'),
  )
  return own.length > 0 ? own : errors
}

/** The names of `metadata` are the caller's own, and have a form. */
const unknownNameAt = (path: string) =>
  path.endsWith('/metadata')
    ? 'must be a name of 1 to 40 letters, digits, dots, hyphens and underscores'
    : 'is not known here'

function describe(error: TLocalizedValidationError): ProblemField[] {
  const { keyword, instancePath, message, params } = error
  const field = (name: string) => ({ path: `${instancePath}/${pointerPart(name)}`, rule: keyword })
  switch (keyword) {
    case 'required':
      return params.requiredProperties.map((name) => ({ ...field(name), message: 'is required' }))
    case 'additionalProperties':
      return params.additionalProperties.map((name) => ({ ...field(name), message: unknownNameAt(instancePath) }))
    case 'enum':
      return [{ path: instancePath, rule: keyword, message: `must be one of ${params.allowedValues.join(', ')}` }]
    case 'boolean':
      // The echo of an unknown property, which is reported by its name already.
      return []
    case 'pattern':
      return [{ path: instancePath, ...sayPattern(String(params.pattern)) }]
    case '~refine':
      // The only rule of our own is that of `DistinctWords`.
      return [{ path: instancePath, rule: 'uniqueItems', message }]
    default:
      return [{ path: instancePath, rule: keyword, message }]
  }
}
