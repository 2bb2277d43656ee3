/** Refunds, withdrawals and receivers: which answers are believed, and what they become. */
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { cents } from '../../../domain/money.ts'
import type { WithdrawRequest } from '../../../domain/withdrawal.ts'
import type { WireAnswer } from '../../../providers/contract.ts'
import { inReais } from '../../../providers/kit/amounts.ts'
import { bearer } from '../../../providers/kit/auth.ts'
import { secret } from '../../../providers/kit/credentials.ts'
import { defineProvider } from '../../../providers/kit/define-provider.ts'
import { Anything, Maybe, Text } from '../../../providers/kit/schemas.ts'
import { INPUTS } from '../support/inputs.ts'
import { play } from '../support/play.ts'

const Disbursement = Type.Object({
  id: Text,
  status: Maybe(Type.String()),
  value: Maybe(Type.Number()),
  reference: Maybe(Type.String()),
  paidAt: Anything,
})
const Refund = Type.Object({ id: Maybe(Type.String()), done: Type.Boolean() })
const Receiver = Type.Object({ id: Text, status: Maybe(Type.String()) })

const provider = defineProvider({
  code: 'EXAMPLE',
  name: 'Example',
  evidence: 'specification',
  host: 'https://api.example.com',
  credentials: [secret('token', 'secretKey')],
  auth: bearer('{token}'),
  idempotency: { type: 'none' },
  withdrawIdempotency: { type: 'header', name: 'idempotency-key', keptFor: 'forever' },
  lookup: null,
  withdrawLookup: { call: 'GET /disbursements?reference=', staleFor: 'unknown', reaches: 'unlimited' },
  amounts: inReais,
  refundsWholeOnly: true,
  expirySeconds: {},
  statuses: { known: {}, unknown: 'REJECTED' },
  errors: { messages: ['message'] },
  unsupported: { 'withdraw:BANK_ACCOUNT': 'No banks.', readReceiver: 'No reads.' },
  *refund(_, { wire }) {
    const { id, done } = yield* wire.delete('/charges/1', undefined, Refund, { risk: 'money' })
    return { refundId: id, state: done ? 'done' : 'refused' }
  },
  withdraw: {
    *PIX({ amount, pixKey }, { wire, amounts }) {
      const body = { value: amounts.write(amount), pixKey }
      return answerOf(yield* wire.post('/disbursements', body, Disbursement, { risk: 'money' }))
    },
  },
  *readWithdraw({ withdrawId }, { wire }) {
    return answerOf(yield* wire.get(`/disbursements/${withdrawId}`, Disbursement))
  },
  *findWithdraw(_, { wire }) {
    return answerOf(yield* wire.get('/disbursements', Disbursement))
  },
  *createReceiver(_, { wire }) {
    const { id, status } = yield* wire.post('/receivers', {}, Receiver, { risk: 'money' })
    return { receiverId: id, ...(status ? { rawStatus: status } : {}) }
  },
})

function answerOf({
  id,
  status,
  value,
  reference,
  paidAt,
}: {
  id: string
  status?: string | null
  value?: number | null
  reference?: string | null
  paidAt?: unknown
}) {
  return { withdrawId: id, rawStatus: status ?? undefined, amount: value ?? undefined, reference, approvedAt: paidAt }
}

const context = { credentials: { token: 'segredo' }, now: '2026-01-15T15:00:00.000Z', entropy: 'e' }
const saying = (body: object): WireAnswer => ({ status: 200, headers: {}, body: JSON.stringify(body) })
const withdraw = (body: object, change: Partial<WithdrawRequest> = {}) =>
  play(provider.withdraw({ ...INPUTS.withdrawPix, ...change }, context), () => saying(body))

describe('a withdrawal', () => {
  const { withdrawReference } = INPUTS.withdrawPix
  test.each([
    [
      { id: 'w1', status: 'PROCESSING' },
      { withdrawId: 'w1', status: 'PENDING', rawStatus: 'PROCESSING' },
    ],
    [
      { id: 'w1', status: 'completed' },
      { withdrawId: 'w1', status: 'APPROVED', rawStatus: 'completed' },
    ],
    [
      { id: 'w1', status: 'novidade' },
      { withdrawId: 'w1', status: 'REJECTED', rawStatus: 'novidade', unmapped: true },
    ],
    [
      { id: 'w1', status: 'paid', value: 123.45, reference: withdrawReference, paidAt: '2026-01-15T12:00:00-03:00' },
      {
        withdrawId: 'w1',
        status: 'APPROVED',
        rawStatus: 'paid',
        amount: 12345,
        approvedAt: '2026-01-15T15:00:00.000Z',
      },
    ],
  ])('%j is %j', (body, result) => {
    expect(withdraw(body).result).toEqual(result)
  })

  test.each([
    [{ id: 'w1', status: 'paid', value: 123.46 }, 'Mismatch'],
    [{ id: 'w1', status: 'paid', reference: 'another' }, 'Mismatch'],
    [{ id: 'w1' }, 'MalformedResponse'],
    [{ status: 'paid' }, 'MalformedResponse'],
  ])('%j is not believed: %s', (body, kind) => {
    expect(withdraw(body).error?.kind).toBe(kind)
  })

  test('carries the idempotency key that is declared for withdrawals, and no other', () => {
    const [sent] = withdraw({ id: 'w1', status: 'paid' }).requests
    expect(sent?.headers).toEqual({ 'idempotency-key': withdrawReference })
  })

  test.each(['pixKey', 'pixType'] as const)('without %s nothing is sent', (field) => {
    const request = { ...INPUTS.withdrawPix, [field]: undefined } as unknown as WithdrawRequest
    const { requests, error } = play(provider.withdraw(request, context), () => saying({}))
    expect({ requests, kind: error?.kind, message: error?.message }).toEqual({
      requests: [],
      kind: 'InvalidRequest',
      message: `${field} is required`,
    })
  })

  test('in a way that the provider lacks is refused in the provider’s words', () => {
    const { error } = play(provider.withdraw(INPUTS.withdrawBank, context), () => saying({}))
    expect(error?.message).toBe('No banks.')
    expect(() => provider.assertSupportsWithdraw('BANK_ACCOUNT')).toThrow('No banks.')
    expect(() => provider.assertSupportsWithdraw('RECEIVER')).toThrow('Method not implemented.')
    expect(provider.capabilities.withdrawMethods).toEqual(['PIX'])
  })

  test('that is read must be the one that was asked for', () => {
    const read = (id: string) =>
      play(provider.readWithdraw({ withdrawId: 'w1' }, context), () => saying({ id, status: 'paid' }))
    expect(read('w1').result).toEqual({ withdrawId: 'w1', status: 'APPROVED', rawStatus: 'paid' })
    expect(read('w2').error?.kind).toBe('Mismatch')
  })

  test('that is found must carry our reference where it carries one', () => {
    const find = (reference: string) =>
      play(provider.findWithdraw({ withdrawReference, createdAt: context.now }, context), () =>
        saying({ id: 'w1', status: 'paid', reference }),
      )
    expect(find(withdrawReference).result).toMatchObject({ withdrawId: 'w1' })
    expect(find('another').error?.kind).toBe('Mismatch')
  })
})

describe('a refund', () => {
  const refund = (body: object, change = {}) =>
    play(provider.refund({ ...INPUTS.refund, ...change }, context), () => saying(body))

  test('has our reference for an id where the provider gives none', () => {
    expect(refund({ id: 'r1', done: true }).result).toEqual({ refundId: 'r1', status: true })
    expect(refund({ done: false }).result).toEqual({ refundId: INPUTS.refund.reference, status: false })
  })

  test('of a part is refused where only the whole can be given back', () => {
    const { requests, error } = refund({ done: true }, { amount: cents(1) })
    expect({ requests, kind: error?.kind }).toEqual({ requests: [], kind: 'NotSupported' })
  })
})

describe('a receiver', () => {
  test.each([
    [undefined, 'PENDING'],
    ['active', 'ACTIVE'],
    ['APPROVED', 'ACTIVE'],
    ['cancelled', 'REJECTED'],
    ['em análise', 'PENDING'],
  ])('that is %s is %s', (word, status) => {
    const { result } = play(provider.createReceiver(INPUTS.receiver, context), () =>
      saying({ id: 're1', status: word }),
    )
    const { name, document, documentType, email } = INPUTS.receiver
    expect(result).toEqual({
      receiverId: 're1',
      status,
      receiverProvider: 'EXAMPLE',
      name,
      document,
      documentType,
      email,
      ...(word === 'em análise' ? { unknownWord: word } : {}),
    })
  })

  test.each(['RG', '', undefined])('with %j as the type of its document is refused before anything is sent', (type) => {
    const request = { ...INPUTS.receiver, documentType: type as never }
    const { requests, error } = play(provider.createReceiver(request, context), () => saying({}))
    expect({ requests, message: error?.message }).toEqual({
      requests: [],
      message: 'Tipo de documento não encontrado.',
    })
  })

  test('cannot be read where the provider has no way to', () => {
    const { error } = play(provider.readReceiver({ receiverId: 're1' }, context), () => saying({}))
    expect(error).toMatchObject({ kind: 'NotSupported', message: 'No reads.' })
  })
})
