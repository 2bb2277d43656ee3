/** What the reference page lists and searches: operations, events and errors. */
import type { TFunction } from 'i18next'
import { SELLER_EVENTS } from '../../../../domain/seller-event.ts'
import { OPERATION_TEXTS } from '../../i18n/pt-BR/docs/operations.ts'
import { plain } from '../../ui/text-match.ts'
import { ERRORS, OPERATIONS } from './index.generated.ts'

export const KINDS = ['operations', 'events', 'errors'] as const
export type Kind = (typeof KINDS)[number]

export interface Entry {
  kind: Kind
  id: string
  /** An operation's method, an error's status. */
  label: string | undefined
  name: string
  text: string
  /** Of operations alone. */
  group: string | undefined
  /** Within the full reference; errors are not in it. */
  to: string | undefined
  /** What is searched, in both languages and without accents. */
  words: string
}

const REFERENCE = '/docs/reference'

export function entriesIn(t: TFunction<'docs'>, language: string): Entry[] {
  const operations = OPERATIONS.map(({ id, method, path, tag, summary }): Entry => {
    const portuguese = OPERATION_TEXTS[id]
    const group = t(`tags.${tag}`)
    return {
      kind: 'operations',
      id,
      label: method,
      name: path,
      text: language === 'en' ? summary : portuguese,
      group,
      to: `${REFERENCE}#tag/${tag.toLowerCase()}/${method}${path}`,
      words: plain([id, method, path, summary, portuguese, tag, group].join(' ')),
    }
  })
  const events = SELLER_EVENTS.map((name): Entry => {
    const text = t(`events.${name}`)
    const to = `${REFERENCE}#tag/webhooks/webhook/POST/${name.replaceAll('_', '-')}`
    return {
      kind: 'events',
      id: name,
      label: undefined,
      name,
      text,
      group: undefined,
      to,
      words: plain(`${name} ${text}`),
    }
  })
  const errors = ERRORS.map(({ code, status }): Entry => {
    const text = t(`errors.${code}`)
    const words = plain(`${code} ${status} ${text}`)
    return { kind: 'errors', id: code, label: String(status), name: code, text, group: undefined, to: undefined, words }
  })
  return [...operations, ...events, ...errors]
}

/** Those that have every word, or its beginning, somewhere: accents, capitals, order and the plural do not count. */
export function entriesWith(entries: readonly Entry[], search: string): readonly Entry[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean).map(stem)
  return entries.filter(({ words }) => wanted.every((word) => words.includes(word)))
}

/** Contestação and contestações begin alike, and so do charge and charges. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ao|oes|s)$/, '') : word)
