/**
 * Why something failed, in the reader's language. The message of a provider, or of the specification, stands as it is; one of ours, which
 * is kept in English, is translated.
 */
import { OUR_MESSAGES, type OurMessage } from './our-messages.ts'

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

/** Which of our messages one is, with what stands in its places; undefined for another's. */
function ofOurs(message: string): { name: OurMessage; values: Readonly<Record<string, string>> } | undefined {
  const plain = withoutPlaces.get(message)
  if (plain) return { name: plain, values: {} }
  for (const [name, pattern] of withPlaces) {
    const values = pattern.exec(message)?.groups
    if (values) return { name, values }
  }
  return undefined
}

/** @param message as it is kept. @param words our messages in the reader's language. */
export function inWords(message: string, words: Readonly<Record<OurMessage, string>>): string {
  const ours = ofOurs(message)
  return ours ? words[ours.name].replace(/\{\{(\w+)\}\}/g, (_, place: string) => ours.values[place] ?? '') : message
}
