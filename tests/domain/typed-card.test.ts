import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedCards } from '../../domain/typed-card.ts'

const VISA = '4539578763621486'

describe('a card number in another field', () => {
  it.each([
    ['a name', { customer: { name: VISA } }, '/customer/name'],
    ['a name, as it is printed', { customer: { name: 'Maria 4539 5787 6362 1486' } }, '/customer/name'],
    ['an address', { address: { address: 'Rua A, 4539-5787-6362-1486' } }, '/address/address'],
    ["an item's title", { items: [{ title: `Camiseta ${VISA}.` }] }, '/items/0/title'],
    ['a description', { description: `(${VISA})` }, '/description'],
    ['an order id', { orderId: '4539 5787 6362 1486' }, '/orderId'],
    ['an own fact', { metadata: { 'a/b': '4539 5787 6362 1486' } }, '/metadata/a~1b'],
    ['an own fact named as the card', { metadata: { card: '4539 5787 6362 1486' } }, '/metadata/card'],
    ['an own fact named as a document', { metadata: { document: '4539 5787 6362 1486' } }, '/metadata/document'],
    ['an American Express', { description: '378282246310005' }, '/description'],
  ])('is found: %s', (_, body, path) => {
    expect(typedCards(body)).toEqual([path])
  })

  it.each([
    ['the card of another check digit', { description: '4539578763621487' }],
    ['a boleto line', { description: '23793.38128 60000.000003 00000.000409 1 84340000012345' }],
    ['a bare boleto line', { description: '23793381286000000000300000000409184340000012345' }],
    ['a UUID of digits', { orderId: '45395787-6362-4148-8123-123456789012' }],
    ['a part of an id', { orderId: `pedido-${VISA}` }],
    ['an order id of sixteen digits', { orderId: VISA, items: [{ id: VISA }] }],
    ['the bar code of goods', { description: '4902370530100', items: [{ title: '4902370530100' }] }],
    ['a document', { customer: { document: VISA } }],
    ['a phone', { customer: { phone: '+55 (11) 98765-4321', name: '+55 11 98765-4321' } }],
    ['a number that is no text', { amount: Number(VISA) }],
  ])('is not: %s', (_, body) => {
    expect(typedCards(body)).toEqual([])
  })

  it('UUIDs are never one', () => {
    fc.assert(
      fc.property(fc.uuid(), (orderId) => {
        expect(typedCards({ orderId, description: orderId })).toEqual([])
      }),
    )
  })
})
