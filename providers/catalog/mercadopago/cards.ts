/** What MERCADO PAGO requires of a card before it is charged: a token made with the account's public key, and the card's brand. */
import { Type } from 'typebox'
import type { KeptCard } from '../../../domain/card.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Steps } from '../../contract.ts'
import { fourDigitYear } from '../../kit/cards.ts'
import { documentType } from '../../kit/people.ts'
import { Anything, Text } from '../../kit/schemas.ts'
import type { Wire } from '../../kit/wire.ts'

const CardToken = Type.Object({ id: Text })
const Brands = Type.Object({ results: Type.Array(Type.Object({ id: Text, payment_type_id: Anything })) })

/** @param idempotencyKey the card request's key; the payment has another. */
export function* cardToken(
  card: KeptCard,
  { publicKey, idempotencyKey }: { publicKey: string; idempotencyKey: string },
  wire: Wire,
): Steps<string> {
  const { cardNumber, expMonth, expYear, cvv, holderName, holderDocument } = card
  const body = {
    card_number: cardNumber,
    expiration_month: Number(expMonth),
    expiration_year: Number(fourDigitYear(expYear)),
    security_code: cvv,
    cardholder: { name: holderName, identification: identification(holderDocument) },
  }
  const headers = { 'x-idempotency-key': idempotencyKey }
  const options = { risk: 'repeatable', query: { public_key: publicKey }, headers } as const
  return (yield* wire.post('/v1/card_tokens', body, CardToken, options)).id
}

const BIN_LENGTH = 8

/** The card's brand, looked up by the card's first digits. */
export function* brandOf({ cardNumber }: KeptCard, publicKey: string, wire: Wire): Steps<string> {
  const query = { public_key: publicKey, bin: cardNumber.slice(0, BIN_LENGTH) }
  const { results } = yield* wire.get('/v1/payment_methods/search', Brands, query)
  const brand = results.find(({ payment_type_id }) => payment_type_id === 'credit_card')
  if (!brand) throw new ProviderError('Declined', OUR_MESSAGES.noBrandForCredit)
  return brand.id
}

export function identification(document: string) {
  return { type: documentType(document).toUpperCase(), number: document }
}
