/** Finds card numbers (ISO/IEC 7812) in any text, so that they can be masked. */

const MIN_DIGITS = 13
const MAX_DIGITS = 19
const MASK = '•••'
const DIGITS = /\d+/g
/** What may separate two groups of one number. */
const GAP = /^[\s\u2010-\u2015-]{0,3}$/

/** Whether bare digits are a card number: 13 to 19 digits with a valid check digit (Luhn). */
export function isCardNumber(digits: string): boolean {
  return /^\d{13,19}$/.test(digits) && lastOfCard(digits, [{ start: 0, end: digits.length }], 0) === 0
}

/** Masks every card number in the text, written with or without gaps. Linear in the text's length. */
export function maskCardNumbers(text: string): string {
  const groups = Array.from(text.matchAll(DIGITS), ({ 0: digits, index }) => ({
    start: index,
    end: index + digits.length,
  }))
  let shown = ''
  let copied = 0
  let maskedTo = -1
  for (const [index, group] of groups.entries()) {
    maskedTo = Math.max(maskedTo, lastOfCard(text, groups, index))
    if (index > maskedTo) continue
    const previous = groups[index - 1]
    const goesOn = previous !== undefined && copied === previous.end && isGap(text, previous, group)
    shown += goesOn ? '' : text.slice(copied, group.start) + MASK
    copied = group.end
  }
  return shown + text.slice(copied)
}

interface Group {
  start: number
  end: number
}

function isGap(text: string, before: Group, after: Group): boolean {
  return after.start - before.end <= 3 && GAP.test(text.slice(before.end, after.start))
}

/** The last group of the longest card number that begins with this group; -1 if none does. */
function lastOfCard(text: string, groups: readonly Group[], first: number): number {
  let found = -1
  let length = 0
  // Whether a digit is doubled depends on its place from the end, which is not known yet, so both sums are kept.
  let evenDoubled = 0
  let oddDoubled = 0
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index] as Group
    const previous = groups[index - 1]
    if (index > first && previous && !isGap(text, previous, group)) break
    if (length + group.end - group.start > MAX_DIGITS) break
    for (let at = group.start; at < group.end; at += 1) {
      const digit = text.charCodeAt(at) - 48
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
      evenDoubled += length % 2 === 0 ? doubled : digit
      oddDoubled += length % 2 === 0 ? digit : doubled
      length += 1
    }
    const sum = length % 2 === 0 ? evenDoubled : oddDoubled
    if (length >= MIN_DIGITS && sum % 10 === 0) found = index
  }
  return found
}

const BRANDS: readonly (readonly [brand: string, prefix: RegExp])[] = [
  [
    'ELO',
    /^(4011(78|79)|43(1274|8935)|45(1416|7393|763[12])|50(4175|6699|67\d\d|9\d{3})|627780|63(6297|6368)|650(03[1-3]|03[5-9]|04\d|05[01]|4\d\d|5[0-3]\d|541)|6516[5-7]\d|6550[0-5]\d)/,
  ],
  ['HIPERCARD', /^(606282|3841(00|40|60))/],
  ['AMEX', /^3[47]/],
  ['DINERS', /^3(0[0-5]|[68])/],
  ['DISCOVER', /^6(011|5|4[4-9])/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['MASTERCARD', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['AURA', /^50/],
  ['VISA', /^4/],
]

export const CARD_BRANDS: readonly string[] = [...BRANDS.map(([brand]) => brand), 'OTHER']

/** As the brands write themselves. */
const BRAND_NAMES: Readonly<Record<string, string>> = {
  ELO: 'Elo',
  HIPERCARD: 'Hipercard',
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  MASTERCARD: 'Mastercard',
  AURA: 'Aura',
  VISA: 'Visa',
}

/** @returns undefined for an unknown brand. */
export const brandName = (brand: string): string | undefined => BRAND_NAMES[brand]

/** The brand's code. Elo's and Hipercard's ranges lie inside other brands' ranges, so they are tested first. */
export function cardBrand(digits: string): string {
  return BRANDS.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'OTHER'
}
