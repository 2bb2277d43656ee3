/** The buyer and the goods as the camelCase families write them (the white label, FastSoft, functions/v1, CASHTIME). */
import type { Address, Item } from '../../domain/transaction.ts'
import { documentType } from './people.ts'

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
