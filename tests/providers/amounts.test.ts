/** Money over the wire: whatever is asked for is what is sent, to the cent, and what comes back is what was said. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, fromReais, fromReaisString } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { RefundRequest } from '../../domain/refund.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { AmountUnit, WireRequest } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { inCents, inReais, inReaisString } from '../../providers/kit/amounts.ts'
import { readPath } from '../../providers/kit/json.ts'
import { amountsAt, KEYS, keyHeaderOf } from './specification/abilities.ts'
import { type AmountPlace, type GoldenCase, loadFixtures } from './support/fixtures.ts'
import {
  bodyOf,
  contextOf,
  inputOf,
  networkOf,
  play,
  responsesOf,
  startCase,
  toAnswer,
  toWebhook,
} from './support/play.ts'
import { poisonImpurity } from './support/poison.ts'

poisonImpurity()

/** What a wire amount is in cents, read without the adapter's codec. */
const CENTS_OF: Record<AmountUnit, (value: never) => number> = {
  cents: (value: number) => value,
  reais: (value: number) => fromReais(value),
  reaisString: (value: string) => fromReaisString(value),
}

/** What an earlier answer about a new charge repeats of its request. A refund's answers name the charge's reference. */
const repeatedReference = ({ operation }: GoldenCase, input: object) =>
  operation === 'createTransaction' ? String((input as { reference?: string }).reference) : '\0'

/** The goldens' amount, where an answer before the money request repeats it in cents. */
const CENTS_REPEATED = /(?<=:)12345(?=[,}])/g

const anyAmount = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9_999_999_999 })).map(cents)
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 })
const anyReference = fc.stringMatching(/^[0-9a-f]{32}$/)
const anyCharge = fc.record(
  {
    amount: anyAmount,
    items: fc.array(
      fc.record({
        title: anyText,
        unitPrice: anyAmount,
        quantity: fc.integer({ min: 1, max: 99 }),
        tangible: fc.boolean(),
      }),
      { minLength: 1 },
    ),
    customer: fc.record(
      {
        name: anyText,
        email: anyText,
        document: fc.stringMatching(/^(\d{11}|[0-9A-Z]{12}\d{2})$/),
        phone: fc.stringMatching(/^[1-9]{2}9?\d{8}$/),
      },
      { requiredKeys: ['name', 'email', 'document'] },
    ),
    webhookUrl: fc.webUrl(),
    reference: anyReference,
    description: anyText,
    customerIp: fc.ipV4(),
  },
  { requiredKeys: ['amount', 'items', 'customer', 'webhookUrl', 'reference'] },
)
const anyRefund = fc.record({ amount: anyAmount, reference: anyReference })
const anyWithdrawal = fc.record({ amount: anyAmount, withdrawReference: anyReference, description: anyText })

describe.each(loadFixtures())('$provider', (fixture) => {
  const provider = findProvider(fixture.provider)
  const { paymentMethods, withdrawMethods, operations, splitTypes } = provider.capabilities

  const golden = (operation: GoldenCase['operation'], method?: string) => {
    const found = fixture.cases.find(
      (one) =>
        one.operation === operation &&
        'result' in one &&
        (method === undefined || (inputOf(one) as { paymentMethod?: string }).paymentMethod === method),
    )
    if (!found) throw new Error(`No golden ${operation} ${method ?? ''}`)
    return found
  }

  /** Plays a golden with another input up to its money request, and takes that or an earlier one. */
  function moneyRequest(like: GoldenCase, change: object, earlier?: number): WireRequest {
    const input = { ...inputOf(like), ...change }
    const { requests, error } = play(startCase(fixture, { ...like, input }), (sent, index) => {
      const response = responsesOf(like)[index]
      if (sent.risk === 'money' || !response) return new ProviderError('NotSent', 'far enough')
      const { body, ...answer } = toAnswer(response)
      const repeated = body
        .replaceAll(CENTS_REPEATED, String((input as { amount?: number }).amount))
        .replaceAll(repeatedReference(like, inputOf(like)), repeatedReference(like, input))
      return { ...answer, body: repeated }
    })
    const sent = requests.at(-1)
    if (sent?.risk !== 'money') throw new Error(`No money request: ${error?.message}`)
    return earlier === undefined ? sent : (requests[earlier] ?? sent)
  }

  const wiredAmount = (sent: WireRequest, path: string) =>
    CENTS_OF[amountsAt(provider)](readPath(bodyOf(sent), path) as never)

  const shouldCarry = (place: AmountPlace) =>
    fixture.carriesReference !== false && fixture.carriesReference?.[place] !== false
  const carries = (sent: WireRequest, reference: string) => JSON.stringify([bodyOf(sent), sent]).includes(reference)

  type Movement = 'charge' | 'withdrawal'
  const places: [AmountPlace, GoldenCase, fc.Arbitrary<object & { amount: number }>, Movement, string][] = [
    ...paymentMethods.map(
      (method) =>
        [method, golden('createTransaction', method), anyCharge, 'charge', 'reference'] as [
          AmountPlace,
          GoldenCase,
          typeof anyCharge,
          Movement,
          string,
        ],
    ),
    ...withdrawMethods.map(
      (method) =>
        [`withdraw:${method}`, golden('withdraw', method), anyWithdrawal, 'withdrawal', 'withdrawReference'] as [
          AmountPlace,
          GoldenCase,
          typeof anyWithdrawal,
          Movement,
          string,
        ],
    ),
  ]

  test.each(places)('%s: what is asked for is what is sent, to the cent', (place, like, any) => {
    const path = fixture.amountAt[place]
    expect(path, `${fixture.provider} says in amountAt where the amount of ${place} stands`).toBeTypeOf('string')
    const [at = '', earlier] = (path ?? '').split(':').reverse()
    fc.assert(
      fc.property(any, (change) => {
        const sent = moneyRequest(like, change, earlier === undefined ? undefined : Number(earlier))
        expect(wiredAmount(sent, at)).toBe(change.amount)
      }),
      { numRuns: 50 },
    )
  })

  test.each(places)(
    '%s: our reference is on the wire, and where the provider takes its key',
    (place, like, any, movement, name) => {
      const header = keyHeaderOf(movement, provider)
      const isInBody = movement === 'withdrawal' && KEYS.withdrawal.field.includes(provider.code)
      fc.assert(
        fc.property(any, (change) => {
          const reference = String((change as Record<string, unknown>)[name])
          const sent = moneyRequest(like, change)
          expect(carries(sent, reference)).toBe(shouldCarry(place))
          const keys = Object.entries(sent.headers).filter(([title]) => /idempot/i.test(title))
          expect(keys).toEqual(header === undefined ? [] : [[header, reference]])
          if (isInBody) expect(carries(sent, reference)).toBe(true)
        }),
        { numRuns: 20 },
      )
    },
  )

  test('a refund asks for the amount that it was asked for', () => {
    if (!operations.includes('refund')) return
    const like = golden('refund')
    const path = fixture.amountAt.refund
    expect(path === null || typeof path === 'string').toBe(true)
    fc.assert(
      fc.property(anyRefund, ({ amount, reference }) => {
        const sent = moneyRequest(like, { amount, chargeAmount: amount, reference })
        if (path) expect(wiredAmount(sent, path)).toBe(amount)
      }),
      { numRuns: 50 },
    )
  })

  test('a part of a charge is refunded, or refused before anything is sent where the amount cannot be said', () => {
    if (!operations.includes('refund')) return
    const like = golden('refund')
    const { requests, error } = play(
      startCase(fixture, { ...like, input: { ...inputOf(like), amount: 100, chargeAmount: 12345 } }),
      (sent, index) => {
        const response = responsesOf(like)[index]
        return sent.risk === 'money' || !response ? new ProviderError('NotSent', 'far enough') : toAnswer(response)
      },
    )
    const { paymentMethod } = inputOf(like) as RefundRequest
    // That each adapter declares what its provider can do is held in specification/abilities.test.ts.
    if (fixture.amountAt.refund === null || !provider.capabilities.partialRefundMethods.includes(paymentMethod))
      expect({ kind: error?.kind, requests }).toEqual({ kind: 'NotSupported', requests: [] })
    else expect(wiredAmount(requests.at(-1) as WireRequest, fixture.amountAt.refund ?? '')).toBe(100)
  })

  test('what cannot be carried is refused before anything is sent', () => {
    const [method] = paymentMethods
    if (!method) return
    const request = inputOf(golden('createTransaction', method)) as TransactionRequest
    const start = (change: Partial<TransactionRequest>) =>
      play(provider.createTransaction({ ...request, ...change }, contextOf(fixture)), () => {
        throw new Error('Something was sent')
      }).error
    if (method !== 'CREDIT_CARD') expect(start({ currency: 'USD' })?.kind).toBe('NotSupported')
    for (const other of PAYMENT_METHODS.filter((one) => !paymentMethods.includes(one))) {
      expect(start({ paymentMethod: other })?.message).toBe(
        fixture.unsupported?.[other] ?? fixture.unsupported?.createTransaction ?? 'Method not implemented.',
      )
    }
    for (const type of (['PERCENTAGE', 'FIXED'] as const).filter((one) => !splitTypes.includes(one))) {
      expect(start({ splits: [{ recipientId: '9', amount: 10, type }] })?.kind).toBe('NotSupported')
    }
  })

  test('an amount that is none is not believed', () => {
    const isStated = ({ result }: GoldenCase) => result !== undefined && Object.hasOwn(Object(result), 'amount')
    for (const one of fixture.cases.filter((one) => one.operation === 'readTransaction' && isStated(one))) {
      if (!responsesOf(one).some((response) => READ_AMOUNT.test(toAnswer(response).body))) continue
      for (const wrong of ['-1', '"1,50"', '1.005', '"abc"']) {
        const response = responsesOf(one).map((answer) => ({
          ...answer,
          body: toAnswer(answer).body.replace(new RegExp(READ_AMOUNT, 'g'), wrong),
        }))
        const { error } = play(startCase(fixture, one), networkOf({ ...one, response }))
        expect(error?.kind, wrong).toBe('MalformedResponse')
      }
    }
  })
})

/** The goldens' amount as a value of its own. */
const READ_AMOUNT = /(?<=:)"?123\.?45"?(?=[,}])/

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

/** No amounts at all, wherever a notice has one: below nothing, in tenths of a centavo, and more than any account holds. */
const UNREADABLE = [-50, 12.345, 1e300]

/** Each copy with one of its numbers, or of its texts of reais, replaced. */
function* spoiled(value: unknown, by: number): Generator<unknown> {
  if (typeof value === 'number') yield by
  if (typeof value === 'string' && /^\d+\.\d{2}$/.test(value)) yield String(by)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'installmentNumber') continue
    for (const one of spoiled(inner, by)) {
      if (Array.isArray(value)) yield value.with(Number(name), one)
      else yield { ...value, [name]: one }
    }
  }
}

const notices = loadFixtures().flatMap(({ provider, webhooks }) =>
  webhooks.filter(({ event }) => event.type !== 'IGNORED').map((golden) => ({ provider, golden })),
)

test.each(notices)('$provider: $golden.name: an amount that cannot be read loses no notice', ({ provider, golden }) => {
  for (const body of UNREADABLE.flatMap((by) => [...spoiled(golden.body, by)])) {
    const { type } = findProvider(provider).translateWebhook(toWebhook({ ...golden, body }))
    expect(type, JSON.stringify(body)).toBe(golden.event.type)
  }
})
