/** Made-up card numbers of every length, and the ways in which people write them. */
import fc from 'fast-check'
import { isCardNumber } from '../../domain/card-number.ts'

export const cardNumber: fc.Arbitrary<string> = fc
  .stringMatching(/^\d{12,18}$/)
  .map((digits) => digits + [...'0123456789'].find((check) => isCardNumber(digits + check)))

/** In one piece, or in groups of four with this between them. */
export const grouped: fc.Arbitrary<(number: string) => string> = fc
  .constantFrom('', ' ', '-', ' - ', '\u00a0', '\n', '.', '/', '+', '%20', '%2D', '%20-%20')
  .map((between) => (number: string) => (number.match(/\d{1,4}/g) ?? []).join(between))
