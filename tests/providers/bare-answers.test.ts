/** Answers that say as little as is known of them. */
import { describe, expect, test } from 'vitest'
import { run } from './support/start.ts'

const READ = { transactionId: 'a', paymentMethod: 'PIX' } as const

describe('SYNCPAY', () => {
  test.each([{ status: 'PAID' }, { data: { status: 'PAID' } }, { data: { status: 'PAID', amount: 123.45 } }])(
    'reads %o',
    (body) => {
      expect(run('SYNCPAY', 'readTransaction', READ, { status: 200, body })).toMatchObject({
        result: { transactionId: 'a', status: 'APPROVED' },
      })
      expect(run('SYNCPAY', 'readWithdraw', { withdrawId: 'a' }, { status: 200, body })).toMatchObject({
        result: { withdrawId: 'a', status: 'APPROVED' },
      })
    },
  )

  test.each([{ reference_id: 'w' }, { identifier: 'w' }, { id: 'w' }])('takes %o for what pays out', (body) => {
    expect(run('SYNCPAY', 'withdraw', 'withdrawPix', { status: 200, body })).toMatchObject({
      result: { withdrawId: 'w', status: 'PENDING' },
    })
  })

  test('takes an answer without a status or an id for none', () => {
    const bare = { status: 200, body: { data: { amount: 1 } } }
    expect(run('SYNCPAY', 'readTransaction', READ, bare).error?.kind).toBe('MalformedResponse')
    expect(run('SYNCPAY', 'withdraw', 'withdrawPix', { status: 200, body: {} }).error?.kind).toBe('MalformedResponse')
  })
})

test('WITETEC says of a withdrawal how it stands, and maybe no amount', () => {
  const body = { data: { id: 'w', status: 'PENDING' } }
  expect(run('WITETEC', 'withdraw', 'withdrawPix', { status: 200, body }).result).toMatchObject({ withdrawId: 'w' })
})
