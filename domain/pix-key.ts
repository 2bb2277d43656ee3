/** Pix keys: five kinds, each with its own format and several notations. */
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import { barePhone } from './charge-rules.ts'
import { isEmail } from './email.ts'
import { PIX_KEY_TYPES, type PixKeyType } from './withdrawal.ts'

const matches = (shape: RegExp) => (bare: string) => shape.test(bare)

/** Tests of a bare key. Check digits are verified, because a mistyped document may be another person's key. */
const TESTS = {
  CPF: isValidCpf,
  CNPJ: (bare) => isValidCnpj(bare, { version: 2 }),
  PHONE: matches(/^[1-9]{2}\d{8,9}$/),
  EMAIL: isEmail,
  RANDOM: matches(/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i),
} as const satisfies Record<PixKeyType, (bare: string) => boolean>

/** The rule for each kind. Only the Pix directory knows whether a key is registered. */
export const PIX_KEY_RULES = {
  CPF: 'Not a CPF: it has 11 digits, of which the last two must fit',
  CNPJ: 'Not a CNPJ: it has 14 characters, of which the last two must fit',
  PHONE: 'Not a Brazilian phone number with area code',
  EMAIL: 'Not an e-mail address',
  RANDOM: 'Not a random key: it has 32 hexadecimal digits',
} as const satisfies Record<PixKeyType, string>

/** The key as it is stored: documents and phones without punctuation, a phone without the country code. */
export function barePixKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'CPF':
    case 'CNPJ':
      return key.replace(/[\s./-]/g, '').toUpperCase()
    case 'PHONE':
      return /^[+\d\s().-]+$/.test(key) ? barePhone(key) : key
    case 'EMAIL':
    case 'RANDOM':
      return key.trim()
  }
}

/** Whether the key, bare or formatted, can be one of its kind. */
export function isPixKey(type: PixKeyType, key: string): boolean {
  return TESTS[type](barePixKey(type, key))
}

/** With a country or an area code written as such: no document is written so. */
const WRITTEN_AS_PHONE = /^\s*(\+\s*55|\()/

/**
 * The only type that the key can be of. Undefined if it can be of several or of none, and for digits that fit a phone alone: they may
 * be a document with a wrong or a missing digit, and the phone another receiver's.
 */
export function pixKeyTypeOf(key: string): PixKeyType | undefined {
  const [first, ...others] = PIX_KEY_TYPES.filter((type) => isPixKey(type, key))
  const isSure = others.length === 0 && (first !== 'PHONE' || WRITTEN_AS_PHONE.test(key))
  return isSure ? first : undefined
}
