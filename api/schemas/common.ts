/** Building blocks of the contract's schemas. Browser-safe, like everything in this folder: only typebox and domain. */
import { type TSchema, Type } from 'typebox'
import { Format } from 'typebox/format'
import { Settings } from 'typebox/system'
import { defined } from '../../domain/defined.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '../../domain/email.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { ROLES } from '../../domain/role.ts'

export const Uuid = (description?: string) => Type.String({ format: 'uuid', ...defined({ description }) })

export const Time = () => Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' })

/** When a code expires. */
export const Expiry = () =>
  Type.String({
    format: 'date-time',
    description: 'ISO 8601, UTC. A boleto can be paid until the end of this day in São Paulo.',
  })

/** A day (YYYY-MM-DD) or a moment. */
export const DayOrMoment = (description: string) =>
  Type.String({ anyOf: [{ format: 'date' }, { format: 'date-time' }], maxLength: 40, description })

/** TypeBox stops after eight mistakes by default. The API and the forms report all of a long form's mistakes. */
Settings.Set({ maxErrors: 100 })

/** TypeBox's own format also takes a domain without a dot. */
Format.Set('email', isEmail)

export const Email = () =>
  Type.String({
    format: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    description: 'Its domain has a dot: `ana@example.com`.',
  })

/** With the schema's own description, which is of the whole, too. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], defined({ description: (schema as { description?: string }).description }))

/** What a text matches that says anything at all. */
export const NOT_BLANK = '\\S'

/** For people to read. */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, ...defined({ description }) })

export const Amount = (description = 'Integer cents.') => Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, description })

/** One of a fixed list of words; `otherwise` where none is said. */
export const Word = <const T extends string>(words: readonly T[], description?: string, otherwise?: NoInfer<T>) =>
  Type.Enum<T[]>([...words], { type: 'string', ...defined({ description, default: otherwise }) })

/**
 * Some of a fixed list of words, each once. Not by TypeBox's own `uniqueItems`: it copies what it has found at each further
 * repeat, so that a list of 256 KiB stopped the process for minutes.
 */
export const DistinctWords = <const T extends string>(words: readonly T[], description = 'Each once.') =>
  Type.Refine(
    Type.Array(Word(words), { minItems: 1, maxItems: words.length, description }),
    (chosen) => new Set(chosen).size === chosen.length,
    () => 'must not have duplicate items',
  )

export const Livemode = Type.Boolean({ description: 'False for what was made with a test key: no money moved.' })

export const Role = Word(ROLES)

export const IdParams = Type.Object({ id: Uuid() })

/** An answer without a body. */
export const NoContent = Type.Null({ description: 'Done; there is nothing to say.' })

/** Server-sent events, which no serializer touches. */
export const EventStreamAnswer = {
  description: 'Server-sent events.',
  content: { 'text/event-stream': { schema: Type.String() } },
}
