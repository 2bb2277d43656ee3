/** Pix keys: five kinds, each with its own shape, written in many ways. */
import { barePhone } from './charge-rules.ts'
import type { PixKeyType } from './withdrawal.ts'

const SHAPES = {
  CPF: /^\d{11}$/,
  CNPJ: /^[0-9A-Z]{12}\d{2}$/,
  PHONE: /^[1-9]{2}\d{8,9}$/,
  EMAIL: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  RANDOM: /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i,
} as const satisfies Record<PixKeyType, RegExp>

/** What a key of each kind must be. Whether somebody has it only the Pix directory knows. */
export const PIX_KEY_RULES = {
  CPF: 'Not a CPF: it has 11 digits',
  CNPJ: 'Not a CNPJ: it has 14 characters',
  PHONE: 'Not a Brazilian phone number with area code',
  EMAIL: 'Not an e-mail address',
  RANDOM: 'Not a random key: it has 32 hexadecimal digits',
} as const satisfies Record<PixKeyType, string>

/** The key as it is kept: documents and phones without their punctuation, a phone without the country's code. */
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

/** Whether the key, bare or formatted, has the shape of its kind. */
export function isPixKey(type: PixKeyType, key: string): boolean {
  return SHAPES[type].test(barePixKey(type, key))
}
