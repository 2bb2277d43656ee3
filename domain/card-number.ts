/** Finds card numbers (ISO/IEC 7812) in any text, so that they can be masked. */

const MIN_DIGITS = 13
const MAX_DIGITS = 19
const MASK = '•••'
/** What may separate two groups of one number. */
const GAP = /^[\s\u2010-\u2015-]{0,3}$/
/** What separates them only where they are as long as on a card: the digits of a boleto have points between them, too. */
const RARE_GAP = /^[\s\u2010-\u2015\-./+]{1,3}$/
const LENGTHS_ON_CARDS = { before: [4, 6], after: [1, 2, 3, 4, 5, 6] }
/** Blanks and signs as an address writes them. */
const ENCODED = /%(?:20|0[9ad]|2[bdef])/gi
const HAS_CODE = /^(?:20|0[9ad]|2[bdef])/i
const LONGEST_GAP = 9

/** Whether bare digits are a card number: 13 to 19 digits with a valid check digit (Luhn). */
export function isCardNumber(digits: string): boolean {
  return /^\d{13,19}$/.test(digits) && lastOfCard(groupsOf(digits), 0) === 0
}

/** Masks every card number in the text, written with or without gaps. Linear in the text's length, whatever it says: forgers choose it. */
export function maskCardNumbers(text: string): string {
  const groups = groupsOf(text)
  let shown = ''
  let copied = 0
  let maskedTo = -1
  for (const [index, group] of groups.entries()) {
    maskedTo = Math.max(maskedTo, lastOfCard(groups, index))
    if (index > maskedTo) continue
    const goesOn = group.goesOn && copied === groups[index - 1]?.end
    shown += goesOn ? '' : text.slice(copied, group.start) + MASK
    copied = group.end
  }
  return shown + text.slice(copied)
}

interface Group {
  start: number
  end: number
  /** Whether it may belong to the number of the group before it. */
  goesOn: boolean
  from: Sums
  to: Sums
}

/**
 * Of all digits of a text up to one of them. Luhn doubles every second digit from the end of a number: which ones these are is known
 * only where it ends, so both sums are kept.
 */
interface Sums {
  digits: number
  evenDoubled: number
  oddDoubled: number
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let from: Sums = { digits: 0, evenDoubled: 0, oddDoubled: 0 }
  for (let start = 0; start < text.length; start += 1) {
    if (!isDigit(text, start)) continue
    if (text[start - 1] === '%' && HAS_CODE.test(text.slice(start, start + 2))) {
      start += 1
      continue
    }
    let { digits, evenDoubled, oddDoubled } = from
    let end = start
    for (; isDigit(text, end); end += 1, digits += 1) {
      const digit = text.charCodeAt(end) - 48
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
      evenDoubled += digits % 2 === 0 ? doubled : digit
      oddDoubled += digits % 2 === 0 ? digit : doubled
    }
    const to = { digits, evenDoubled, oddDoubled }
    const before = groups.at(-1)
    groups.push({ start, end, goesOn: before !== undefined && isGap(text, before, { start, end }), from, to })
    from = to
    start = end
  }
  return groups
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

type Digits = Pick<Group, 'start' | 'end'>

function isGap(text: string, before: Digits, after: Digits): boolean {
  if (after.start - before.end > LONGEST_GAP) return false
  const between = text.slice(before.end, after.start).replace(ENCODED, ' ')
  const isAsOnCard =
    LENGTHS_ON_CARDS.before.includes(before.end - before.start) &&
    LENGTHS_ON_CARDS.after.includes(after.end - after.start)
  return GAP.test(between) || (isAsOnCard && RARE_GAP.test(between))
}

/** The last group of the longest card number that begins with this group; -1 if none does. */
function lastOfCard(groups: readonly Group[], first: number): number {
  const { from } = groups[first] as Group
  let found = -1
  for (let index = first; index < groups.length; index += 1) {
    const { goesOn, to } = groups[index] as Group
    const length = to.digits - from.digits
    if ((index > first && !goesOn) || length > MAX_DIGITS) break
    const endsEven = to.digits % 2 === 0
    const sum = endsEven ? to.evenDoubled - from.evenDoubled : to.oddDoubled - from.oddDoubled
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
