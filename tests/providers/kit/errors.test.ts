import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classify, type ErrorTable, type Failure, readRetryAfter } from '../../../providers/kit/errors.ts'

const NOW = '2026-01-15T15:00:00.000Z'

function classified(status: number, body: unknown, change: Partial<Failure> & { errors?: ErrorTable } = {}) {
  const failure: Failure = {
    risk: 'money',
    call: 'POST /payments',
    errors: { messages: ['message', 'errors.0.description'] },
    operation: 'createTransaction',
    now: NOW,
    redact: (text) => text.replaceAll('segredo', '***'),
    ...change,
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { kind, message } = classify({ status, headers: {}, body: text }, failure)
  return { kind, message }
}

describe('the message', () => {
  test.each([
    ['the first path that has words', { message: 'CPF inválido', errors: [{ description: 'b' }] }, 'CPF inválido'],
    ['the next path when the first has none', { message: '  ', errors: [{ description: 'b' }] }, 'b'],
    ['letter for letter, trimmed', { message: '  Saldo  insuficiente.\n' }, 'Saldo  insuficiente.'],
    ['a number as it is', { message: 42 }, '42'],
    ['free of secrets', { message: 'chave segredo recusada' }, 'chave *** recusada'],
    ['ours when there is none', { message: null, errors: [] }, 'Erro ao criar transação'],
    ['ours when it is no JSON', '<html>', 'Erro ao criar transação'],
    ['ours when a path leads through a prototype', { errors: 'text' }, 'Erro ao criar transação'],
  ])('is %s', (_, body, message) => {
    expect(classified(400, body)).toEqual({ kind: 'InvalidRequest', message })
  })

  test('is short, however much the provider says', () => {
    expect(classified(400, { message: 'x'.repeat(100_000) }).message).toHaveLength(1000)
  })
})

describe('the kind', () => {
  test.each([
    [400, 'InvalidRequest'],
    [402, 'Declined'],
    [404, 'InvalidRequest'],
    [405, 'InvalidRequest'],
    [406, 'InvalidRequest'],
    [422, 'InvalidRequest'],
    [401, 'Unauthorized'],
    [403, 'Unauthorized'],
    [429, 'RateLimited'],
    [408, 'OutcomeUnknown'],
    [409, 'OutcomeUnknown'],
    [425, 'OutcomeUnknown'],
    [304, 'OutcomeUnknown'],
    [500, 'OutcomeUnknown'],
    [502, 'OutcomeUnknown'],
    [503, 'OutcomeUnknown'],
    [599, 'OutcomeUnknown'],
  ] as const)('of %i on a money request is %s', (status, kind) => {
    expect(classified(status, {}).kind).toBe(kind)
  })

  test('of 404 on a read is NotFound', () => {
    expect(classified(404, {}, { risk: 'read' })).toEqual({ kind: 'NotFound', message: 'Transação não encontrada' })
    const receiver = classified(404, {}, { risk: 'read', operation: 'readReceiver' })
    expect(receiver).toEqual({ kind: 'NotFound', message: 'Receiver not found.' })
  })

  const errors: ErrorTable = {
    messages: ['error.message'],
    codes: ['error.code', 'code'],
    kinds: { no_funds: 'Declined', gone: 'NotFound' },
  }

  test.each([
    [
      'by the code before the status',
      403,
      { error: { code: 'no_funds', message: 'Sem saldo' } },
      'Declined',
      'Sem saldo',
    ],
    ['by the second place of the code', 400, { code: 'gone' }, 'NotFound', 'Transação não encontrada'],
    ['by the status when the code is unknown', 403, { error: { code: 'other' } }, 'Unauthorized', 'Unauthorized.'],
    [
      'by the status when the code is a word of JavaScript',
      400,
      { code: 'constructor' },
      'InvalidRequest',
      'Erro ao criar transação',
    ],
    ['never by the code of a 5xx', 500, { code: 'no_funds' }, 'OutcomeUnknown', 'POST /payments was answered with 500'],
    ['never by the code of a 429', 429, { code: 'no_funds' }, 'RateLimited', 'POST /payments was answered with 429'],
  ] as const)('is chosen %s', (_, status, body, kind, message) => {
    expect(classified(status, body, { errors })).toEqual({ kind, message })
  })

  test('of an unknown outcome keeps what the provider said', () => {
    expect(classified(500, { message: 'try again' }).message).toBe('POST /payments was answered with 500: try again')
  })
})

describe('Retry-After', () => {
  test.each([
    ['120', 120],
    [' 5 ', 5],
    ['0', 0],
    ['Thu, 15 Jan 2026 15:02:00 GMT', 120],
    ['Thu, 15 Jan 2026 14:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j seconds', (value, seconds) => {
    expect(readRetryAfter(value, NOW)).toBe(seconds)
  })

  test('is a number of seconds that is not negative, or nothing, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const seconds = readRetryAfter(value, NOW)
        expect(seconds === undefined || seconds >= 0).toBe(true)
      }),
    )
  })

  test('as a date counts from the time of the answer, where the answer has one', () => {
    const headers = { 'retry-after': 'Thu, 15 Jan 2026 18:00:30 GMT', date: 'Thu, 15 Jan 2026 18:00:00 GMT' }
    const failure = {
      risk: 'read',
      call: 'GET /',
      errors: { messages: [] },
      operation: 'readTransaction',
      now: NOW,
    } as const
    const error = classify({ status: 429, headers, body: '' }, { ...failure, redact: (text) => text })
    expect(error.retryAfter).toBe(30)
  })
})
