/**
 * Why something failed, in the reader's language. The message of a provider, or of the specification, stands as it is; one of ours, which
 * the API has in English, is translated.
 */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { OUR_MESSAGES, type OurMessage } from '../../../domain/our-messages.ts'

/** How what stands in a message's places looks; anything else is one word. */
const SHAPES: Readonly<Record<string, string>> = {
  call: '[A-Z]+ .+?',
  status: '\\d{3}',
  state: '[A-Z_]+',
  what: '[a-z ]+',
  words: '.+',
  where: '.+',
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const NAMES = Object.keys(OUR_MESSAGES) as OurMessage[]

const withPlaces = NAMES.filter((name) => OUR_MESSAGES[name].includes('{{'))
  // What says more is tried first: the longest of two that fit is the one that was meant.
  .sort((one, other) => OUR_MESSAGES[other].length - OUR_MESSAGES[one].length)
  .map((name) => [name, patternOf(OUR_MESSAGES[name])] as const)

const withoutPlaces = new Map<string, OurMessage>(NAMES.map((name) => [OUR_MESSAGES[name], name]))

function patternOf(message: string): RegExp {
  const source = message
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `(?<${part}>${SHAPES[part] ?? '\\S+'})`))
  return new RegExp(`^${source.join('')}$`, 's')
}

/** @param message as the API has it. */
export function failureWords(message: string): string {
  const plain = withoutPlaces.get(message)
  if (plain) return i18next.t(`failures:${plain}`)
  for (const [name, pattern] of withPlaces) {
    const values = pattern.exec(message)?.groups
    if (values) return i18next.t(`failures:${name}` as 'failures:notReached', values as { code: string })
  }
  return message
}

/** `failureWords`, for what is drawn anew in another language. */
export function useFailureWords(): typeof failureWords {
  useTranslation()
  return failureWords
}
