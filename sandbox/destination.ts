/** Where a withdrawal's money goes, read from its request, in the same words for every provider. */
import { fieldAt, isText } from './checks.ts'
import type { Call } from './provider.ts'

export type KeyKind = 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'

export type Destination =
  | { readonly key: string; readonly kind: KeyKind | null }
  | { readonly bank: string; readonly branch: string; readonly account: string; readonly document: string }
  | { readonly receiver: string }

export type DestinationOf = (call: Call) => Destination

/** Every provider's words for the kinds of keys, in small letters. The rules of its fields say which of them it takes. */
const KINDS: Readonly<Record<string, KeyKind>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'EMAIL',
  mail: 'EMAIL',
  phone: 'PHONE',
  phonenumber: 'PHONE',
  telefone: 'PHONE',
  random: 'RANDOM',
  random_key: 'RANDOM',
  randomkey: 'RANDOM',
  evp: 'RANDOM',
  token: 'RANDOM',
  chave_aleatoria: 'RANDOM',
}

/**
 * A Pix key: documents and phones without punctuation, the phone without its country, the others in small letters. Where no field names
 * its kind, its form does, as in the directory of keys.
 * @param kindAt dotted paths, as `keyAt`.
 */
export function pixKeyAt(keyAt: string, kindAt?: string): DestinationOf {
  return ({ body }) => {
    const key = String(fieldAt(body, keyAt) ?? '')
    const word = kindAt === undefined ? undefined : fieldAt(body, kindAt)
    const kind = isText(word) ? kindNamed(word.toLowerCase(), key) : kindOf(key)
    return { key: bareKey(key, kind), kind }
  }
}

/** One word for both documents: their length tells which it is. */
const kindNamed = (word: string, key: string): KeyKind | null =>
  word === 'document' ? documentKind(key.replace(/[./-]/g, '')) : (KINDS[word] ?? null)

const documentKind = (document: string): KeyKind | null => {
  if (/^\d{11}$/.test(document)) return 'CPF'
  return /^[0-9A-Z]{12}\d{2}$/.test(document) ? 'CNPJ' : null
}

function kindOf(key: string): KeyKind | null {
  if (key.includes('@')) return 'EMAIL'
  if (/^\+\d+$/.test(key)) return 'PHONE'
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return 'RANDOM'
  return documentKind(key)
}

function bareKey(key: string, kind: KeyKind | null): string {
  if (kind === 'PHONE') return key.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '')
  return kind === 'CPF' || kind === 'CNPJ' ? key.replace(/[./-]/g, '') : key.toLowerCase()
}

/** A provider's own id of a receiver. */
export function receiverAt(at: string): DestinationOf {
  return ({ body }) => ({ receiver: String(fieldAt(body, at) ?? '') })
}
