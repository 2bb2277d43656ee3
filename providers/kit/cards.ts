/** The shapes in which providers take a card's details, and say whose they have taken. */
import type { KeptCard } from '../../domain/card.ts'
import { expectSame } from './answers.ts'

const STATED = /\d{4}$/

/** `31` and `2031` both become `2031`. */
export function fourDigitYear(expYear: string): string {
  return expYear.length === 2 ? `20${expYear}` : expYear
}

/**
 * The token of another card would charge another person.
 * @param stated the card's last digits, where the provider states them.
 * @throws ProviderError Mismatch when they are another card's.
 */
export function expectCard({ cardNumber }: Pick<KeptCard, 'cardNumber'>, stated: unknown): void {
  const [digits] = STATED.exec(String(stated)) ?? []
  if (digits !== undefined) expectSame('card', digits, cardNumber.slice(-digits.length))
}
