/** Card numbers as ISO/IEC 7812 has them: recognised in any text, so that they can be kept out of every one. */

const MAX_DIGITS = 19
const MASK = '•••'
/** Digits with at most three spaces or dashes between two of them. */
const DIGITS = /\d(?:[\s\u2010-\u2015-]{0,3}\d){12,}/g

/** The check digit of bare digits (Luhn), which every card number of 13 to 19 digits has. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The text with every card number in it masked, written together or in groups. */
export function maskCardNumbers(text: string): string {
  return text.replace(DIGITS, maskGroups)
}

/** A run of digits is one group or several, and a card number any of them in a row: every group of every one is masked. */
function maskGroups(run: string): string {
  const groups = run.match(/\d+/g) ?? []
  const masked = new Set(groups.flatMap((_, first) => cardFrom(groups, first)))
  let index = -1
  const shown = run.replace(/\d+/g, (digits) => {
    index += 1
    return masked.has(index) ? MASK : digits
  })
  return shown.replace(NEIGHBOURS, MASK)
}

const NEIGHBOURS = new RegExp(`${MASK}(?:\\D{1,3}${MASK})+`, 'g')

/** The places of the groups that make the longest card number that begins with this one; none when there is none. */
function cardFrom(groups: readonly string[], first: number): number[] {
  let digits = ''
  let length = 0
  for (let last = first; last < groups.length && digits.length <= MAX_DIGITS; last += 1) {
    digits += groups[last] ?? ''
    if (isCardNumber(digits)) length = last - first + 1
  }
  return Array.from({ length }, (_, offset) => first + offset)
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

/** As people call it; Elo's and Hipercard's numbers lie inside others' ranges, so they are asked first. */
export function cardBrand(digits: string): string {
  return BRANDS.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'OTHER'
}
