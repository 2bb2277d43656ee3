/** Each buyer has a card of their own: by its number a request about it is told from the others. */

/** As many first digits tell a card's brand. */
export const BIN_LENGTH = 8
const ISSUER = '4539'
const REST = '7862148'

/** A number of a brand that all accept, with its check digit. */
export function cardNumberOf(index: number): string {
  const digits = `${ISSUER}${String(index).padStart(BIN_LENGTH - ISSUER.length, '0')}${REST}`
  const sum = Array.from(digits, Number).reduce(
    (total, digit, place) => total + (place % 2 === 0 ? doubled(digit) : digit),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)
