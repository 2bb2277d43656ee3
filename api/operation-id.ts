/** What an operation is called in clients that are made from the OpenAPI document: by its method and path, in one way. */

/** Last segments that say what is done, not what it is done to. */
const VERBS: readonly string[] = [
  'cancel',
  'confirm',
  'disable',
  'replay',
  'resend',
  'resolve',
  'retry',
  'rotate-secret',
  'simulate',
  'stream',
  'test',
]

const PREFIX: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'update', PUT: 'replace', DELETE: 'delete' }

/**
 * `GET /v1/charges/:id/refunds` is `listChargeRefunds`. Where a path does not say it well its route has an `operationId`.
 * @param url as Fastify writes it, with `:id` for what is filled in.
 */
export function operationIdOf(method: string, url: string): string {
  const segments = url.split('/').filter((segment) => segment !== '' && segment !== 'v1')
  const last = segments.at(-1) ?? ''
  if (VERBS.includes(last)) return camel(`${last}-${nouns(segments.slice(0, -1))}`)
  if (method !== 'GET') return camel(`${PREFIX[method]}-${nouns([...segments, ...(isFilledIn(last) ? [] : [':one'])])}`)
  return camel(`${last.endsWith('s') ? 'list' : 'get'}-${nouns(segments)}`)
}

const isFilledIn = (segment: string | undefined) => segment?.startsWith(':') === true

/** A collection of which one is meant stands in the singular. */
const nouns = (segments: readonly string[]): string =>
  segments
    .flatMap((noun, at) => (isFilledIn(noun) ? [] : [isFilledIn(segments[at + 1]) ? singular(noun) : noun]))
    .join('-')

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '')

const camel = (words: string): string => words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
