/** Money over the wire: whatever is asked for is what is sent, to the cent, and what comes back is what was said. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, fromReais, fromReaisString } from '../../domain/money.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { WireRequest } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { inCents, inReais, inReaisString } from '../../providers/kit/amounts.ts'
import { loadFixtures } from './support/fixtures.ts'
import { contextOf, networkOf, play, responsesOf, startCase, toAnswer } from './support/play.ts'
import { poisonImpurity } from './support/poison.ts'

poisonImpurity()

/** Where each provider's money request says how much, read without the adapter's codec. */
const WIRE_AMOUNT: Record<string, (body: never) => number> = {
  ASAAS: (body: { value: number }) => fromReais(body.value),
  MERCADOPAGO: (body: { transaction_amount: number }) => fromReais(body.transaction_amount),
  PAGUESAFE: (body: { amount: number }) => body.amount,
  TREEAL: (body: { valor: { original: string } }) => fromReaisString(body.valor.original),
  ZENDRY: (body: { value_cents: number }) => body.value_cents,
}

/** Who can split a charge, and how; the others must refuse, because a split that is dropped misplaces money. */
const SPLITS = { fixed: ['ASAAS', 'PAGUESAFE'], percentage: ['ASAAS'] }

const anyAmount = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9_999_999_999 })).map(cents)
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 })
const anyReference = fc.stringMatching(/^[0-9a-f]{32}$/)
const anyRequest: fc.Arbitrary<TransactionRequest> = fc.record(
  {
    amount: anyAmount,
    currency: fc.constant('BRL' as const),
    paymentMethod: fc.constant('PIX' as const),
    items: fc.array(
      fc.record({ title: anyText, unitPrice: anyAmount, quantity: fc.nat({ max: 99 }), tangible: fc.boolean() }),
    ),
    customer: fc.record({ name: anyText, email: anyText, document: fc.stringMatching(/^(\d{11}|[0-9A-Z]{12}\d{2})$/) }),
    installments: fc.constant(1),
    webhookUrl: fc.webUrl(),
    reference: anyReference,
    description: anyText,
    customerIp: fc.ipV4(),
  },
  {
    requiredKeys: [
      'amount',
      'currency',
      'paymentMethod',
      'items',
      'customer',
      'installments',
      'webhookUrl',
      'reference',
    ],
  },
)

describe.each(loadFixtures())('$provider', (fixture) => {
  const provider = findProvider(fixture.provider)
  const golden = fixture.cases.find(
    ({ operation, result }) => operation === 'createTransaction' && result !== undefined,
  )

  /** Plays a creation up to its money request. */
  function moneyRequest(request: TransactionRequest): WireRequest {
    if (!golden) throw new Error('No golden creation')
    const { requests } = play(provider.createTransaction(request, contextOf(fixture)), (sent, index) => {
      const response = responsesOf(golden)[index]
      return sent.risk === 'money' || !response ? new ProviderError('NotSent', 'far enough') : toAnswer(response)
    })
    const sent = requests.at(-1)
    if (sent?.risk !== 'money') throw new Error('No money request')
    return sent
  }

  test('what is asked for is what is sent, and our reference with it', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const sent = moneyRequest(request)
        const body = JSON.parse(JSON.stringify(sent.body?.value))
        expect(WIRE_AMOUNT[provider.code]?.(body as never)).toBe(request.amount)
        expect(JSON.stringify(body)).toContain(request.reference)
      }),
    )
  })

  test('the idempotency that it declares is on the wire', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { idempotency } = provider
        const sent = moneyRequest(request)
        if (idempotency.type === 'header') expect(sent.headers[idempotency.name]).toBe(request.reference)
        else expect(Object.keys(sent.headers).some((name) => /idempot/i.test(name))).toBe(false)
      }),
    )
  })

  test('what cannot be carried is refused before anything is sent', () => {
    const request = golden?.input as TransactionRequest
    const start = (change: Partial<TransactionRequest>) =>
      play(provider.createTransaction({ ...request, ...change }, contextOf(fixture)), () => {
        throw new Error('Something was sent')
      }).error
    expect(start({ currency: 'USD' })?.kind).toBe('NotSupported')
    expect(start({ paymentMethod: 'CREDIT_CARD' })?.message).toBe('Method not implemented.')
    expect(start({ paymentMethod: 'BILLET' })?.message).toBe('Method not implemented.')
    const percentage = { recipientId: '9', amount: 10, type: 'PERCENTAGE' } as const
    if (!SPLITS.percentage.includes(provider.code)) {
      expect(start({ splits: [percentage] })?.message).toBe('Method not implemented.')
    }
    if (!SPLITS.fixed.includes(provider.code)) {
      expect(start({ splits: [{ ...percentage, type: 'FIXED' }] })?.message).toBe('Method not implemented.')
    }
  })

  test('an amount that is none is not believed', () => {
    for (const golden of fixture.cases.filter(({ operation, result }) => operation === 'readTransaction' && result)) {
      for (const wrong of ['-1', '"1,50"', '1.005', '"abc"', 'null']) {
        const response = responsesOf(golden).map((one) => ({
          ...one,
          body: toAnswer(one).body.replace(/(?<=:|"original":)"?123\.?45"?(?=[,}])/, wrong),
        }))
        const { error } = play(startCase(fixture, golden), networkOf({ ...golden, response }))
        expect(error?.kind, wrong).toBe('MalformedResponse')
      }
    }
  })
})

test.each([inCents, inReais])('$unit reads back what it wrote', (codec) => {
  fc.assert(fc.property(anyAmount, (amount) => codec.read(JSON.parse(JSON.stringify(codec.write(amount)))) === amount))
})

test('reaisString reads back what it wrote, always with two decimals', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      expect(inReaisString.write(amount)).toMatch(/^\d+\.\d{2}$/)
      expect(inReaisString.read(inReaisString.write(amount))).toBe(amount)
    }),
  )
})
