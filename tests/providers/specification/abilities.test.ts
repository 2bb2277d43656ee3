/** The table of abilities against the catalogue: an ability that is lost, or appears, is seen here. */
import { describe, expect, test } from 'vitest'
import { cents } from '../../../domain/money.ts'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Idempotency, Provider } from '../../../providers/contract.ts'
import { providers } from '../../../providers/index.ts'
import {
  AMOUNTS_IN,
  CHARGES_BY,
  EMPTY,
  FINDS,
  GIVES_BACK_WHOLE,
  GIVES_INSTALLMENTS_BACK_TOGETHER,
  KEYS,
  LISTED,
  NOT_GIVEN_BACK,
  OPERATIONS_OF,
  PAYS_OUT_BY,
  PROOFS,
  REFUNDS_BY,
  UNREADABLE,
} from './abilities.ts'

const all = Object.values(providers)
const codesWhere = (is: (provider: Provider) => boolean) =>
  all
    .filter(is)
    .map(({ code }) => code)
    .toSorted()
const whoCan = (operation: string) =>
  codesWhere(({ capabilities }) => capabilities.operations.some((one) => one === operation))
const everyOf = (table: Readonly<Record<string, readonly string[]>>) =>
  [...new Set(Object.values(table).flat())].toSorted()
const filled = codesWhere(({ code }) => !EMPTY.includes(code))

test('the tables know every provider', () => {
  expect(codesWhere(() => true)).toEqual(LISTED)
})

test('every provider but the empty one charges by Pix, posts, and can be asked unless it is known not to', () => {
  expect(codesWhere(({ capabilities }) => capabilities.paymentMethods.includes('PIX'))).toEqual(filled)
  expect(whoCan('createTransaction')).toEqual(filled)
  expect(whoCan('translateWebhook')).toEqual(filled)
  expect(whoCan('readTransaction')).toEqual(filled.filter((code) => !UNREADABLE.includes(code)))
})

test('those that give back, and those that pay out, are those that do so by some method', () => {
  expect(whoCan('refund')).toEqual(everyOf(REFUNDS_BY))
  expect(whoCan('withdraw')).toEqual(everyOf(PAYS_OUT_BY))
})

test.each(Object.entries(OPERATIONS_OF))('%s is had by those that are named', (operation, codes) => {
  expect(whoCan(operation)).toEqual(codes)
})

describe.each([
  ['paymentMethods', CHARGES_BY],
  ['refundMethods', { ...REFUNDS_BY, BILLET: REFUNDS_BY.BILLET.filter((code) => !NOT_GIVEN_BACK.includes(code)) }],
  ['withdrawMethods', PAYS_OUT_BY],
] as const)('%s', (name, table) => {
  test.each(Object.entries(table))('%s is had by those that are named', (method, codes) => {
    const methodsOf = ({ capabilities }: Provider): readonly string[] => capabilities[name]
    expect(codesWhere((provider) => methodsOf(provider).includes(method))).toEqual(codes)
  })
})

test('a boleto is given back by no provider whose documentation says that it cannot be', () => {
  const refuses = ({ code, capabilities }: Provider) =>
    REFUNDS_BY.BILLET.includes(code) && !capabilities.refundMethods.includes('BILLET')
  expect(codesWhere(refuses)).toEqual(NOT_GIVEN_BACK)
})

test.each(Object.entries(GIVES_BACK_WHOLE))(
  'a part of a %s is refused by those that are named, before anything is sent',
  (method, codes) => {
    const paymentMethod = method as PaymentMethod
    const part = {
      transactionId: '1',
      paymentMethod,
      amount: cents(1),
      chargeAmount: cents(2),
      reference: '0'.repeat(32),
    }
    const refuses = (provider: Provider) => {
      const { refundMethods, partialRefundMethods } = provider.capabilities
      if (!refundMethods.includes(paymentMethod)) return false
      expect(partialRefundMethods.includes(paymentMethod)).toBe(!codes.includes(provider.code))
      const context = { credentials: {}, now: '2026-01-02T00:00:00.000Z', entropy: '' }
      try {
        provider.refund(part, context).next()
        return false
      } catch (error) {
        return error instanceof ProviderError && error.kind === 'NotSupported'
      }
    }
    expect(codesWhere(refuses)).toEqual(codes)
  },
)

test('the installments of a card are given back only together by those that are named', () => {
  const isTogether = ({ capabilities: { partialRefundMethods, partialInstallmentRefunds } }: Provider) =>
    partialRefundMethods.includes('CREDIT_CARD') && !partialInstallmentRefunds
  expect(codesWhere(isTogether)).toEqual(GIVES_INSTALLMENTS_BACK_TOGETHER)
})

describe.each([
  ['charge', ({ idempotency }: Provider) => idempotency],
  ['refund', ({ refundIdempotency }: Provider) => refundIdempotency],
  ['withdrawal', ({ withdrawIdempotency }: Provider) => withdrawIdempotency],
] as const)('the key of a %s', (movement, keyOf) => {
  test.each(['header', 'field', 'naturalId'] as const satisfies Idempotency['type'][])('is a %s', (type) => {
    const table: Readonly<Record<string, readonly string[]>> = KEYS[movement]
    expect(codesWhere((provider) => keyOf(provider).type === type)).toEqual(table[type] ?? [])
  })
})

test.each([
  ['charge', ({ lookup }: Provider) => lookup],
  ['withdrawal', ({ withdrawLookup }: Provider) => withdrawLookup],
] as const)('a %s is found by our reference at those that are named', (movement, lookupOf) => {
  expect(codesWhere((provider) => lookupOf(provider) !== null)).toEqual(FINDS[movement])
})

test.each(['sharedSecret', 'signature'] as const)('a notice proves itself by a %s at those that are named', (proof) => {
  expect(codesWhere(({ webhookVerification }) => webhookVerification === proof)).toEqual(PROOFS[proof])
})

test.each(['reais', 'reaisString'] as const)('amounts are written in %s at those that are named', (unit) => {
  expect(codesWhere(({ amountUnit }) => amountUnit === unit)).toEqual(AMOUNTS_IN[unit])
})
