/** What the kit makes of a spec, where the catalog has no example yet. */
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { cents } from '../../../domain/money.ts'
import type { TransactionRequest } from '../../../domain/transaction.ts'
import type { WireAnswer } from '../../../providers/contract.ts'
import { inCents } from '../../../providers/kit/amounts.ts'
import { bearer } from '../../../providers/kit/auth.ts'
import { secret } from '../../../providers/kit/credentials.ts'
import { defineProvider } from '../../../providers/kit/define-provider.ts'
import type { Wire } from '../../../providers/kit/wire.ts'
import { play } from '../support/play.ts'

const identity = {
  code: 'EXAMPLE',
  name: 'Example',
  evidence: 'specification',
  host: 'https://api.example.com',
  credentials: [secret('token', 'secretKey')],
  auth: bearer('{token}'),
  idempotency: { type: 'none' },
  lookup: null,
  amounts: inCents,
  expirySeconds: {},
  statuses: { known: { paid: 'APPROVED' }, unknown: null },
  errors: { messages: ['message'] },
} as const

const Charge = Type.Object({ id: Type.String(), status: Type.String(), image: Type.Unknown(), until: Type.Unknown() })

const request: TransactionRequest = {
  amount: cents(100),
  currency: 'BRL',
  paymentMethod: 'PIX',
  items: [],
  customer: { name: 'Maria', email: 'maria@example.com', document: '11144477735' },
  installments: 1,
  webhookUrl: 'https://pagamentos.example.com/webhooks/example/token',
  reference: '0'.repeat(32),
}
const context = { credentials: { token: 'segredo' }, now: '2026-01-15T15:00:00.000Z', entropy: 'e' }
const answer = (body: object): WireAnswer => ({ status: 200, headers: {}, body: JSON.stringify(body) })

const provider = defineProvider({
  ...identity,
  createTransaction: {
    *PIX(_, { wire }) {
      const charge = yield* wire.post('/charges', {}, Charge, { risk: 'money' })
      if (charge.status === 'trip') throw new TypeError('a defect')
      return {
        transactionId: charge.id,
        rawStatus: charge.status,
        pixCode: '000201',
        pixImage: charge.image,
        expiresAt: charge.until,
      }
    },
    // biome-ignore lint/correctness/useYield: trips before its first request
    *BILLET() {
      throw new TypeError('a defect')
    },
  },
})

const create = (body: object) => play(provider.createTransaction(request, context), () => answer(body))

describe('a defect of an adapter', () => {
  test('after money was accepted is an unknown outcome, so that nothing is repeated', () => {
    expect(create({ id: 'a', status: 'trip', image: null, until: null }).error?.kind).toBe('MalformedResponse')
  })

  test('before anything was sent is a defect', () => {
    const steps = provider.createTransaction({ ...request, paymentMethod: 'BILLET' }, context)
    expect(() => steps.next()).toThrow(TypeError)
  })
})

describe('how a reading tells that a charge was given back', () => {
  const charge = ({ wire }: { wire: Wire }) => wire.get('/charges/a', Charge)
  const reads = {
    *readTransaction(_: unknown, flow: { wire: Wire }) {
      const { id, status } = yield* charge(flow)
      return { transactionId: id, rawStatus: status }
    },
    *refund(_: unknown, flow: { wire: Wire }) {
      return { refundId: (yield* charge(flow)).id, state: 'queued' as const }
    },
  }
  const readsRefunds = { readRefund: reads.refund }
  const known = { known: { devolvida: 'REFUNDED' }, unknown: null } as const

  test.each([
    ['by a typical word, where a refund ends by reading its charge', reads, 'word'],
    ['by no typical word, where each refund is read by itself', { ...reads, ...readsRefunds }, null],
    ["by the provider's own word", { ...reads, ...readsRefunds, statuses: known }, 'word'],
    ['by the sum, where each reading states it', { ...reads, ...readsRefunds, statesReturned: true as const }, 'sum'],
    ['not at all, where it cannot be read', {}, null],
  ])('%s', (_, declared, expected) => {
    expect(defineProvider({ ...identity, ...declared }).tellsOfRefunds).toBe(expected)
  })
})

describe('a result', () => {
  const charge = { id: 'a', status: 'paid', image: null, until: null }

  test.each([
    ['iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['iVBOR\nw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['data:image/svg+xml;base64,PHN2Zz4=', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['https://api.example.com/qr.png', 'https://api.example.com/qr.png'],
    ['http://api.example.com/qr.png', undefined],
    ['data:text/html,<script>', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
    [null, undefined],
    [42, undefined],
  ])('with the picture %j has %j', (image, pixQrCode) => {
    expect(create({ ...charge, image }).result).toEqual(
      expect.objectContaining(pixQrCode === undefined ? { transactionId: 'a' } : { pixQrCode }),
    )
    if (pixQrCode === undefined) expect(create({ ...charge, image }).result).not.toHaveProperty('pixQrCode')
  })

  test('has no expiry where neither the provider nor its row names one', () => {
    expect(create(charge).result).not.toHaveProperty('expiresAt')
  })

  test('has no status for an unknown word where the specification gives none', () => {
    expect(create({ ...charge, status: 'novo' }).result).toMatchObject({
      status: null,
      rawStatus: 'novo',
      unmapped: true,
    })
  })
})

describe('a currency that a spec names', () => {
  const abroad = defineProvider({
    ...identity,
    currencies: ['BRL', 'USD'],
    createTransaction: {
      *PIX(_, { wire }) {
        const { id, status } = yield* wire.post('/pix', {}, Charge, { risk: 'money' })
        return { transactionId: id, rawStatus: status, pixCode: '000201' }
      },
      *CREDIT_CARD(_, { wire }) {
        const { id, status } = yield* wire.post('/cards', {}, Charge, { risk: 'money' })
        return { transactionId: id, rawStatus: status }
      },
    },
  })
  const charge = (change: Partial<TransactionRequest>) =>
    play(abroad.createTransaction({ ...request, currency: 'USD', ...change }, context), () =>
      answer({ id: 'a', status: 'paid', image: null, until: null }),
    )

  test('is for cards', () => {
    expect(charge({ paymentMethod: 'CREDIT_CARD', cardId: 'c' }).result).toMatchObject({ transactionId: 'a' })
  })

  test('is not for a Pix', () => {
    expect(charge({ paymentMethod: 'PIX' }).error?.kind).toBe('NotSupported')
  })
})

describe('what a spec does not have', () => {
  test('is not implemented', () => {
    const { error } = play(provider.readTransaction({ transactionId: 'a', paymentMethod: 'PIX' }, context), () =>
      answer({}),
    )
    expect(error?.message).toBe('Method not implemented.')
    expect(() => provider.translateWebhook({ headers: {}, query: {}, body: '{}' })).toThrow('Method not implemented.')
    expect(() => provider.assertSupports('CREDIT_CARD')).toThrow('Method not implemented.')
    expect(provider.verifyWebhook({ headers: {}, query: {}, body: '{}' }, context.credentials)).toBe(false)
  })

  test('is no capability', () => {
    expect(provider.capabilities).toEqual({
      operations: ['createTransaction'],
      paymentMethods: ['PIX', 'BILLET'],
      cancelMethods: [],
      refundMethods: [],
      partialRefundMethods: [],
      partialInstallmentRefunds: false,
      refundEnd: null,
      refundWindowDays: {},
      splitTypes: [],
      receiverTokens: false,
      withdrawMethods: [],
    })
    expect(provider.webhookVerification).toBe('none')
  })
})
