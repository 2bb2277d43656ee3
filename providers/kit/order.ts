/** An order as the camelCase families write it (the white label, FastSoft, functions/v1, CASHTIME), and what they say of it. */
import { type Static, Type } from 'typebox'
import type { Address, Item } from '../../domain/transaction.ts'
import { readPath, readText } from './json.ts'
import { documentType } from './people.ts'
import { Anything, CentsInAnyType, Id, Maybe, Text } from './schemas.ts'
import type { WebhookMeaning, WithdrawMeaning } from './webhook-spec.ts'

/** What is answered to an order that is made or read. */
export const PixOrder = Type.Object({
  id: Id,
  status: Text,
  amount: Maybe(CentsInAnyType),
  externalRef: Maybe(Type.String()),
  pix: Anything,
})

/** What is answered when it is taken back: what it leaves out is read, and one that says neither is no answer. */
export const RefundedOrder = Type.Intersect([
  Type.Object({ id: Maybe(Id), status: Maybe(Type.String()), refundedAmount: Maybe(CentsInAnyType) }),
  Type.Union([Type.Object({ id: Id }), Type.Object({ status: Text })]),
])

/** What a webhook tells, unsigned, of an order or of money that goes out. */
const News = Type.Object({
  id: Anything,
  status: Anything,
  amount: Anything,
  externalRef: Anything,
  refundedAmount: Anything,
  error: Anything,
})

/** A webhook: what it tells is wrapped, or stands alone. What it is about is said by a type, by the event, or not at all. */
export const Postback = Type.Object({
  type: Anything,
  event: Anything,
  objectId: Anything,
  data: Maybe(News),
  withdrawal: Maybe(News),
  ...News.properties,
})

const ORDER_TYPES: readonly string[] = ['transaction', 'payment']
const WITHDRAWAL_TYPES: readonly string[] = ['withdraw', 'withdrawal', 'cashout']

/** Whose type is not said is an order. @returns undefined for what is about something else. */
export function postbackNews(said: Static<typeof Postback>): WebhookMeaning | WithdrawMeaning | undefined {
  const type = typeOf(said)
  const { withdrawal, data, objectId } = said
  // Alone, an id beside the object's is the notice's own.
  const told = withdrawal ?? data ?? { ...said, id: objectId ?? said.id }
  const { id = objectId, status, externalRef: reference, refundedAmount, amount, error } = told
  const news = { reference, rawStatus: status }
  if (withdrawal || WITHDRAWAL_TYPES.includes(type)) return { ...news, withdrawId: id, amount, refusal: error }
  const isOrder = ORDER_TYPES.includes(type) || (type === '' && id !== undefined)
  return isOrder ? { ...news, transactionId: id, returned: refundedAmount } : undefined
}

/** Of a provider whose notices have no types that are known: what is not called a withdrawal is an order. */
export const untypedNews = (said: Static<typeof Postback>) =>
  postbackNews(WITHDRAWAL_TYPES.includes(typeOf(said)) ? said : { ...said, type: undefined, event: undefined })

/** `transaction`, of that as well as of `transaction.paid`; empty where it is not said. */
function typeOf({ type, event }: Static<typeof Postback>): string {
  const [word = ''] = (readText(type) ?? readText(event) ?? '').toLowerCase().split('.')
  return word
}

export function toPixTransaction({ id, status, amount, externalRef, pix }: Static<typeof PixOrder>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount: toCents(amount),
    reference: externalRef,
    // Of a card's charge it may be an empty list.
    pixCode: readText(readPath(pix, 'qrcode')),
    expiresAt: readPath(pix, 'expirationDate'),
  }
}

/** @returns undefined for what is not stated. */
export const toCents = (stated: Static<typeof CentsInAnyType> | null | undefined): number | undefined =>
  stated == null ? undefined : Number(stated)

/** What the address that the buyer came from says after its question mark: the campaign that the sale is due to. */
export function campaignQuery({ referrerUrl }: { referrerUrl?: string }): string | undefined {
  if (referrerUrl === undefined || !URL.canParse(referrerUrl)) return undefined
  return new URL(referrerUrl).search.slice(1) || undefined
}

export function typedDocument(document: string): { number: string; type: 'CPF' | 'CNPJ' } {
  return { number: document, type: documentType(document) === 'cpf' ? 'CPF' : 'CNPJ' }
}

export function orderItems(items: readonly Item[]) {
  return items.map(({ id, title, unitPrice, quantity, tangible }) => ({
    title,
    unitPrice,
    quantity,
    tangible,
    externalRef: id,
  }))
}

export function streetAddress({ address, number, zipCode, district, city, state }: Address) {
  return { street: address, streetNumber: number, zipCode, neighborhood: district, city, state, country: 'BR' }
}
