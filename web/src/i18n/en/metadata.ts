import type { metadata as portuguese } from '../pt-BR/metadata.ts'

export const metadata: typeof portuguese = {
  panel: 'Metadata',
  title: 'Your own facts',
  text: 'They come back with what you make here, in events and searches. Neither customer nor provider sees them. Never write card numbers.',
  add: 'Add a fact',
  remove: 'Remove fact {{number}}',
  key: 'Name',
  keyWrong: 'Letters without accents, digits, dot, hyphen or _; each once',
  value: 'Value',
}
