/** What the goldens cannot show of PAGARME and PAGARMEBAAS. */
import { describe, expect, test } from 'vitest'
import { cents } from '../../../domain/money.ts'
import type { WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { INPUTS } from '../support/inputs.ts'
import { bodyOf, play } from '../support/play.ts'

const context = {
  credentials: { publicKey: 'pk', secretKey: 'sk' },
  now: '2026-01-15T15:00:00.000Z',
  entropy: 'e',
}

interface Order {
  items: { amount: number; quantity: number }[]
  payments: { amount: number; credit_card?: { statement_descriptor: string } }[]
}

function order(change: object): Order {
  const request = { ...INPUTS.card, cardId: 'token_1', ...change }
  const { requests } = play(findProvider('PAGARME').createTransaction(request, context), () => ({
    status: 500,
    headers: {},
    body: '',
  }))
  return bodyOf(requests[0] as WireRequest) as Order
}

const item = { title: 'Curso', unitPrice: cents(5000), quantity: 2, tangible: false }

test.each([
  ['as they are', 10_000, [item], 1],
  ['interest makes them one line', 11_000, [item, item], 1],
  ['several lines', 20_000, [item, item], 2],
])('the lines add up to the charge: %s', (_, amount, items, lines) => {
  const sent = order({ amount, items })
  expect(sent.items).toHaveLength(lines)
  expect(sent.items.reduce((sum, line) => sum + line.amount * line.quantity, 0)).toBe(amount)
  expect(sent.payments[0]?.amount).toBe(amount)
})

test.each([
  ['Ateliê da Maria & Filhos', 'AteliedaMaria'],
  ['Café', 'Cafe'],
])('%j is %j on the statement', (description, descriptor) => {
  expect(order({ description }).payments[0]?.credit_card?.statement_descriptor).toBe(descriptor)
})

test.each([undefined, '', '***'])(
  'without words for the statement (%j) it says 13 capital letters and digits',
  (description) => {
    expect(order({ description }).payments[0]?.credit_card?.statement_descriptor).toMatch(/^[A-Z0-9]{13}$/)
  },
)

describe('what a canceled charge is', () => {
  test.each([
    ['PAGARMEBAAS', 'voided', 'REFUNDED'],
    ['PAGARMEBAAS', 'refunded', 'REFUNDED'],
    ['PAGARME', 'voided', 'REJECTED'],
    ['PAGARME', 'refunded', 'REFUNDED'],
  ])('%s: canceled, its transaction %s, is %s', (code, transaction, status) => {
    const charge = { id: 'ch', status: 'canceled', last_transaction: { status: transaction } }
    const body = JSON.stringify({ id: 'or', amount: 100, charges: [charge] })
    const read = findProvider(code).readTransaction({ transactionId: 'or', paymentMethod: 'PIX' }, context)
    expect(play(read, () => ({ status: 200, headers: {}, body })).result).toMatchObject({ status })
  })
})

describe.each(['PAGARME', 'PAGARMEBAAS'])('what was paid at %s', (code) => {
  const paid = (status: string, paid_amount: unknown) => {
    const charge = { id: 'ch', status, amount: 100, paid_amount, order: { id: 'or' } }
    const order = { id: 'or', amount: 100, charges: [charge] }
    const read = findProvider(code).readTransaction({ transactionId: 'or', paymentMethod: 'BILLET' }, context)
    const { result } = play(read, () => ({ status: 200, headers: {}, body: JSON.stringify(order) }))
    const told = (type: string, data: object) =>
      findProvider(code).translateWebhook({ headers: {}, query: {}, body: JSON.stringify({ type, data }) })
    return [result, told('order.paid', order), told('charge.overpaid', charge)] as { amount?: number }[]
  }

  test.each([
    ['overpaid', 150, 150],
    ['paid', 150, 150],
    ['paid', 90, 90],
    ['paid', 100, 100],
    ['paid', 0, 100],
    ['paid', null, 100],
  ])('of one that is %s, with %j paid of 100, is %i, read or told', (status, amount, expected) => {
    expect(paid(status, amount).map((said) => said.amount)).toEqual([expected, expected, expected])
  })

  test('of a boleto that is paid in part is said apart from what was asked', () => {
    expect(paid('underpaid', 40)[0]).toMatchObject({ status: 'PENDING', amount: 100, partlyPaid: 40 })
    expect(paid('pending', 40)[0]).not.toHaveProperty('partlyPaid')
    expect(paid('underpaid', null)[0]).not.toHaveProperty('partlyPaid')
  })
})

test('transfers of a new recipient are disabled, with the interval Daily', () => {
  const { requests } = play(findProvider('PAGARME').createReceiver(INPUTS.receiver, context), () => ({
    status: 500,
    headers: {},
    body: '',
  }))
  expect(bodyOf(requests[0] as WireRequest)).toMatchObject({
    transfer_settings: { transfer_enabled: false, transfer_interval: 'Daily' },
  })
})

test.each([
  ['CPF', { incomeValue: 3500.01 }, { monthly_income: 3501 }],
  ['CNPJ', { annualRevenue: 90_000.5 }, { annual_revenue: 90_001 }],
] as const)(
  'what a recipient with a %s earns is told in whole reais',
  (documentType, providerData, register_information) => {
    const request = { ...INPUTS.receiver, documentType, providerData }
    const { requests } = play(findProvider('PAGARME').createReceiver(request, context), () => ({
      status: 500,
      headers: {},
      body: '',
    }))
    expect(bodyOf(requests[0] as WireRequest)).toMatchObject({ register_information })
  },
)

test.each([
  [{ incomeValue: '9000' }, '/providerData/incomeValue'],
  [{ managingPartners: [{ birthDate: 1980 }] }, '/providerData/managingPartners/0/birthDate'],
])('a recipient whose providerData is %j is refused at %s, before anything is sent', (providerData, path) => {
  const create = findProvider('PAGARME').createReceiver({ ...INPUTS.receiver, providerData }, context)
  const { requests, error } = play(create, () => ({ status: 500, headers: {}, body: '' }))
  expect(requests).toEqual([])
  expect(error).toMatchObject({ kind: 'InvalidRequest', path })
})

test.each([
  ['active', 'ACTIVE'],
  ['rejected', 'REJECTED'],
  ['registration', 'PENDING'],
  ['affiliation', 'PENDING'],
  ['suspended', 'PENDING'],
])('a recipient that is %s is %s', (word, status) => {
  const { result } = play(findProvider('PAGARME').readReceiver({ receiverId: 're' }, context), (_, index) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(index === 0 ? { id: 're', status: word } : { available_amount: 1 }),
  }))
  expect(result).toMatchObject({ status })
})

test.each([
  ['transferred', 'APPROVED'],
  ['canceled', 'CANCELED'],
  ['pending', 'PENDING'],
  ['failed', 'REJECTED'],
  ['pending_transfer', 'PENDING'],
  ['created', 'PENDING'],
  ['processing', 'PENDING'],
])(
  'a withdrawal that is %s at PAGARMEBAAS is %s, and at PAGARME, where one that is canceled is rejected',
  (word, status) => {
    const meaning = (code: string) => {
      const read = findProvider(code).readWithdraw({ withdrawId: '5', receiverId: 're' }, context)
      const body = JSON.stringify({ id: 5, amount: 100, status: word })
      return play(read, () => ({ status: 200, headers: {}, body })).result
    }
    expect(meaning('PAGARMEBAAS')).toMatchObject({ status })
    expect(meaning('PAGARME')).toMatchObject({ status: status === 'CANCELED' ? 'REJECTED' : status })
    expect(meaning('PAGARME')).not.toHaveProperty('unmapped')
  },
)
