/**
 * Card numbers that a user or a buyer typed where none belongs. Such a field is stored and shown in clear, so it is refused instead. Unlike the
 * masking of texts, this must not refuse an id that passes the check digit by chance: only what a known brand issues counts, by itself.
 */
import { isValidCnpj } from '@brazilian-utils/brazilian-utils'
import { cardBrand, isCardNumber } from './card-number.ts'
import { pointerPart } from './pointer.ts'

export const TYPED_CARD = {
  rule: 'cardNumber',
  message: 'Holds a card number, which belongs in the card field alone',
} as const

/** Digits with at most one space or hyphen between two, and no letter, digit or joining sign on either side. */
const ALONE = /(?<![\p{L}\p{N}_.\-/])\d(?:[\s\u2010-\u2015-]?\d){12,18}(?![\p{L}\p{N}_]|[\s.\-/\u2010-\u2015]\d)/gu
const AS_PRINTED = /^(?:\d{4}[\s-]\d{4}[\s-]\d{4}[\s-]\d{4}|\d{4}[\s-]\d{6}[\s-]\d{4,5})$/
/** The lengths that a brand issues. */
const LENGTHS: Readonly<Record<string, readonly number[]>> = {
  // Visas of thirteen digits are no longer issued, and goods from many countries have bar codes like them.
  VISA: [16, 19],
  AMEX: [15],
  DINERS: [14],
  HIPERCARD: [16, 19],
}
const USUAL: readonly number[] = [16]

/** What has a form of its own, or is made by machines and read by them. Own facts may bear the same names and have no form. */
const NO_FREE_TEXT = new Set([
  'document',
  'userDocument',
  'phone',
  'email',
  'pixKey',
  'webhookUrl',
  'cardId',
  'receiverToken',
  'card',
])
const MADE_BY_MACHINES = new Set([
  'orderId',
  'id',
  'userId',
  'offerId',
  'withdrawReference',
  'metadata',
  'fingerPrints',
])

/**
 * JSON Pointers of the texts that hold one. In ids that machines make, only a number as it is printed on a card counts: a number of
 * sixteen digits may be an order's.
 */
export function typedCards(value: unknown, path = '', isMachines = false): string[] {
  if (typeof value === 'string') return holdsCard(value, isMachines) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    NO_FREE_TEXT.has(name) && !isMachines
      ? []
      : typedCards(inner, `${path}/${pointerPart(name)}`, isMachines || MADE_BY_MACHINES.has(name)),
  )
}

function holdsCard(text: string, isMachines: boolean): boolean {
  return Array.from(text.matchAll(ALONE), ([written]) => written).some((written) => {
    const digits = written.replace(/\D/g, '')
    if (!isIssued(digits)) return false
    return !isMachines || AS_PRINTED.test(written)
  })
}

function isIssued(digits: string): boolean {
  const brand = cardBrand(digits)
  if (brand === 'OTHER' || !isCardNumber(digits) || isValidCnpj(digits)) return false
  return (LENGTHS[brand] ?? USUAL).includes(digits.length)
}
