/** The shapes in which providers take a Pix key. What a request carries may still be formatted. */
import type { PixKeyType } from '../../domain/withdrawal.ts'

interface PixKey {
  readonly pixKey: string
  readonly pixType: PixKeyType
}

/** The central bank's words for the kinds of key. */
export const PORTUGUESE_KEY_TYPES = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'EMAIL',
  PHONE: 'TELEFONE',
  RANDOM: 'CHAVE_ALEATORIA',
} as const satisfies Record<PixKeyType, string>

export const COUNTRY_CODE = '55'
const NUMERIC: readonly PixKeyType[] = ['CPF', 'CNPJ', 'PHONE']

/** Documents and phones as digits (a CNPJ keeps its letters); e-mails and random keys as they are. */
export function digitsKey({ pixKey, pixType }: PixKey): string {
  if (!NUMERIC.includes(pixType)) return pixKey
  return pixType === 'CNPJ' ? pixKey.replace(/[^0-9A-Za-z]/g, '') : pixKey.replace(/\D/g, '')
}

/** The same, phones with the country in front: `+5511999998888`. Where no kind is sent, 11 bare digits would be a CPF. */
export function internationalKey(key: PixKey): string {
  return key.pixType === 'PHONE' ? `+${COUNTRY_CODE}${nationalDigits(key.pixKey)}` : digitsKey(key)
}

function nationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 11 && digits.startsWith(COUNTRY_CODE) ? digits.slice(COUNTRY_CODE.length) : digits
}
