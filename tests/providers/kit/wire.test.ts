/** One kind for a flow of several requests, whatever goes wrong where. */
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Steps, WireAnswer } from '../../../providers/contract.ts'
import { createWire, path, type Wire } from '../../../providers/kit/wire.ts'
import { play } from '../support/play.ts'

const Ok = Type.Object({ ok: Type.Literal(true), count: Type.Optional(Type.Integer()) })
const ok: WireAnswer = { status: 200, headers: {}, body: '{"ok":true,"more":"welcome"}' }

function wire(change: Partial<Parameters<typeof createWire>[0]> = {}): Wire {
  return createWire({
    baseUrl: 'https://api.example.com/v3/',
    headers: { 'user-agent': 'Trilho' },
    moneyHeaders: { 'idempotency-key': 'ref' },
    errors: { messages: ['message'] },
    operation: 'createTransaction',
    now: '2026-01-15T15:00:00.000Z',
    redact: (text) => text,
    ...change,
  })
}

function* charge(on: Wire): Steps<string> {
  yield* on.post('/customers', {}, Ok, { risk: 'repeatable' })
  yield* on.post('/payments', {}, Ok, { risk: 'money' })
  yield* on.get('/code', Ok)
  return 'done'
}

describe('a request', () => {
  test('has the base address, the common headers and the key where money is at risk', () => {
    const { requests } = play(charge(wire()), () => ok)
    expect(requests).toEqual([
      {
        risk: 'repeatable',
        operation: 'createTransaction',
        method: 'POST',
        url: 'https://api.example.com/v3/customers',
        headers: { 'user-agent': 'Trilho' },
        body: { type: 'json', value: {} },
        authenticated: true,
      },
      {
        risk: 'money',
        operation: 'createTransaction',
        method: 'POST',
        url: 'https://api.example.com/v3/payments',
        headers: { 'user-agent': 'Trilho', 'idempotency-key': 'ref' },
        body: { type: 'json', value: {} },
        authenticated: true,
      },
      {
        risk: 'read',
        operation: 'createTransaction',
        method: 'GET',
        url: 'https://api.example.com/v3/code',
        headers: { 'user-agent': 'Trilho' },
        authenticated: true,
      },
    ])
  })

  test('encodes what stands in its path and its query', () => {
    const steps = wire().get(path`/payments/${'../a b?c'}/code`, Ok, { reference: 'a&b=c' })
    expect(play(steps, () => ok).requests[0]?.url).toBe(
      'https://api.example.com/v3/payments/..%2Fa%20b%3Fc/code?reference=a%26b%3Dc',
    )
  })

  test.each(['.', '..'])('of the id "%s", which leads elsewhere however it is encoded, is not made', (id) => {
    expect(() => path`/payments/${id}/refund`).toThrow(expect.objectContaining({ kind: 'InvalidRequest' }))
  })
})

describe('an answer', () => {
  test('may hold more than is needed', () => {
    expect(play(wire().get('/', Ok), () => ok).result).toEqual({ ok: true, more: 'welcome' })
  })

  test('that lacks what is needed says where, and not what stood there', () => {
    const answer = { ...ok, body: '{"ok":true,"count":"segredo"}' }
    const { error } = play(wire().get('/code?key=segredo', Ok), () => answer)
    expect(error?.kind).toBe('MalformedResponse')
    expect(error?.message).toBe(
      'GET /code was answered with 200 but not with what it should hold: /count must be integer',
    )
  })
})

describe('an error thrown into the flow by the driver', () => {
  const thrown = (at: number, kind: ProviderError['kind']) => {
    const error = new ProviderError(kind, 'network', { retryAfter: 3 })
    return play(charge(wire()), (_, index) => (index === at ? error : ok)).error
  }

  test.each([
    [0, 'NotSent', 'NotSent'],
    [0, 'OutcomeUnknown', 'NotSent'],
    [0, 'RateLimited', 'RateLimited'],
    [1, 'NotSent', 'NotSent'],
    [1, 'OutcomeUnknown', 'OutcomeUnknown'],
    [1, 'RateLimited', 'RateLimited'],
    [2, 'NotSent', 'OutcomeUnknown'],
    [2, 'OutcomeUnknown', 'OutcomeUnknown'],
    [2, 'RateLimited', 'OutcomeUnknown'],
  ] as const)('at request %i as %s leaves it as %s', (at, kind, expected) => {
    const error = thrown(at, kind)
    expect(error?.kind).toBe(expected)
    expect(error?.message).toBe('network')
    expect(error?.retryAfter).toBe(3)
  })

  test('that is no ProviderError passes through', () => {
    const steps = charge(wire())
    steps.next()
    expect(() => steps.throw(new TypeError('a defect'))).toThrow(TypeError)
  })
})

test('the wire knows when money has been accepted', () => {
  const on = wire()
  const steps = charge(on)
  steps.next()
  steps.next(ok)
  expect(on.committed).toBe(false)
  steps.next(ok)
  expect(on.committed).toBe(true)
})
