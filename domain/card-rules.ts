/** Rules that a card must meet before it is saved, and what is stored of it in clear. Pure, so that forms can use them too. */
import type { CardData, GivenCard } from './card.ts'
import { cardBrand, isCardNumber } from './card-number.ts'
import { bareDocument, isDocument } from './document.ts'

export const CARD_RULES = {
  cardNumber: 'Not a valid card number',
  holderName: 'The name as it is printed on the card',
  holderDocument: 'Not a valid CPF or CNPJ',
  expMonth: 'Not a month',
  expYear: 'Not a year',
  expired: 'The card has expired',
  cvv: 'Three or four digits',
} as const
export type CardRule = keyof typeof CARD_RULES

export interface BrokenCardRule {
  /** JSON Pointer. */
  path: string
  rule: CardRule
  message: string
}

/** The card in the adapters' format: digits only, two for the month and two for the year. What is left out is empty. */
export function bareCard(given: GivenCard): CardData {
  const { cardNumber = '', holderName = '', expMonth = '', expYear = '', cvv = '' } = given
  return {
    ...given,
    cardNumber: cardNumber.replace(/[\s-]/g, ''),
    holderName: holderName.trim().replace(/\s+/g, ' '),
    holderDocument: bareDocument(given.holderDocument),
    expMonth: expMonth.padStart(2, '0'),
    expYear: expYear.slice(-2),
    cvv,
  }
}

/**
 * Every rule that the card breaks; empty if it may be saved.
 * @param now ISO 8601 UTC.
 */
export function brokenCardRules(draft: GivenCard, now: string): BrokenCardRule[] {
  const card = bareCard(draft)
  const isMonth = /^(?:0[1-9]|1[0-2])$/.test(card.expMonth)
  const isYear = /^(?:20)?\d{2}$/.test(draft.expYear ?? '')
  const broken: [boolean, string, CardRule][] = [
    [!isCardNumber(card.cardNumber), '/cardNumber', 'cardNumber'],
    [!/\p{Letter}{2}/u.test(card.holderName), '/holderName', 'holderName'],
    [!isDocument(card.holderDocument), '/holderDocument', 'holderDocument'],
    [!isMonth, '/expMonth', 'expMonth'],
    [!isYear, '/expYear', 'expYear'],
    [isMonth && isYear && Date.parse(cardExpiry(card)) <= Date.parse(now), '/expYear', 'expired'],
    [!/^\d{3,4}$/.test(card.cvv), '/cvv', 'cvv'],
  ]
  return broken.flatMap(([isBroken, path, rule]) => (isBroken ? [{ path, rule, message: CARD_RULES[rule] }] : []))
}

/** A card is valid until its month has ended in Brazil, three hours behind UTC. @returns ISO 8601 UTC. */
export function cardExpiry({ expMonth, expYear }: Pick<CardData, 'expMonth' | 'expYear'>): string {
  return new Date(Date.UTC(2000 + Number(expYear), Number(expMonth), 1, 3)).toISOString()
}

/** What a buyer needs to recognise a card. It is not enough to pay with. */
export function cardSummary(card: CardData): { brand: string; lastDigits: string; expiresAt: string } {
  return { brand: cardBrand(card.cardNumber), lastDigits: card.cardNumber.slice(-4), expiresAt: cardExpiry(card) }
}
