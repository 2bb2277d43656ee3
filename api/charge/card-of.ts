/** The saved card that a charge is to be made with. */
import type { Database } from '../../db/client.ts'
import { type CardRow, findCard } from '../../db/queries/card/read.ts'
import { isUuid } from '../../domain/uuid.ts'
import { findProvider } from '../../providers/index.ts'
import { broken, brokenInWords } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'

/**
 * Undefined for a charge that is not paid by card, or names none.
 * @param orderId the order that the charge is to pay.
 * @throws ApiProblem 422 for a card that is not the platform's, has expired, or belongs to another account than was asked for.
 */
export async function cardOf(
  db: Database,
  platformId: string,
  charge: Pick<NewCharge, 'paymentMethod' | 'cardId' | 'cvv' | 'providerAccountId'>,
  orderId?: string,
): Promise<CardRow | undefined> {
  const { paymentMethod, cardId, cvv, providerAccountId } = charge
  if (paymentMethod !== 'CREDIT_CARD' || cardId === undefined) return undefined
  const card = isUuid(cardId) ? await findCard(db, platformId, cardId, orderId) : undefined
  if (!card) throw broken('/cardId', 'card', 'is no card of this platform')
  if (Date.parse(card.expiresAt) <= Date.now()) throw broken('/cardId', 'expired', 'The card has expired')
  if (providerAccountId !== undefined && providerAccountId !== card.providerAccountId) {
    throw broken('/cardId', 'card', 'is known to another provider account only')
  }
  if (cvv !== undefined && !findProvider(card.provider).sealsCards) {
    throw broken('/cvv', 'cvv', 'The provider keeps this card itself and takes no code with a charge')
  }
  return card
}

/** @throws ApiProblem 422, in the words of the provider that would charge it, for a charge by card that names none. */
export function assertCard(
  { paymentMethod }: NewCharge,
  card: CardRow | undefined,
  { provider }: { provider: string },
): void {
  if (paymentMethod !== 'CREDIT_CARD' || card) return
  throw brokenInWords('/cardId', 'required', findProvider(provider).cardMissing)
}

/** @throws ApiProblem 422 for a currency that the card's provider would charge as reais, or refuse. */
export function assertCurrency({ currency = 'BRL' }: NewCharge, card: CardRow | undefined): void {
  if (!card || findProvider(card.provider).currencies.includes(currency)) return
  throw broken('/currency', 'currency', 'The provider that knows this card does not charge in this currency')
}
