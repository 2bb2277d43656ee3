/** An order as the camelCase families write it (the white label, FastSoft, functions/v1, CASHTIME), and what they say of it. */
import { type Static, Type } from 'typebox'
import type { Address, Item } from '../../domain/transaction.ts'
import { documentType } from './people.ts'
import { Anything, Id, Maybe, Text } from './schemas.ts'

/** What is answered to an order that is made or read. */
export const PixOrder = Type.Object({
  id: Id,
  status: Text,
  amount: Type.Integer(),
  externalRef: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qrcode: Maybe(Type.String()), expirationDate: Anything })),
})

/** What a webhook tells of it, unsigned. */
export const OrderNews = Type.Object({ id: Anything, status: Anything, externalRef: Anything })

/** A webhook that may name the order outside of what it tells. */
export const OrderPostback = Type.Object({ type: Type.Literal('transaction'), objectId: Anything, data: OrderNews })

/** What a webhook tells of money that goes out, unsigned. */
export const WithdrawalNews = Type.Object({
  id: Anything,
  status: Anything,
  amount: Anything,
  externalRef: Anything,
  error: Anything,
})

export function withdrawalNews(
  { id, status, amount, externalRef, error }: Static<typeof WithdrawalNews>,
  otherId?: unknown,
) {
  return { withdrawId: id ?? otherId, reference: externalRef, rawStatus: status, amount, refusal: error }
}

export function toPixTransaction({ id, status, amount, externalRef, pix }: Static<typeof PixOrder>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount,
    reference: externalRef,
    pixCode: pix?.qrcode,
    expiresAt: pix?.expirationDate,
  }
}

export function orderNews({ id, status, externalRef }: Static<typeof OrderNews>, otherId?: unknown) {
  return { transactionId: id ?? otherId, reference: externalRef, rawStatus: status }
}

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
