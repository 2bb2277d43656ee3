/** What PRONTTUS says of a refund, as far as it says anything. */
import { expect, test } from 'vitest'
import { run } from '../support/start.ts'

const REFUND = {
  transactionId: 'pt-1',
  paymentMethod: 'PIX',
  amount: 12345,
  chargeAmount: 12345,
  reference: 'r',
} as const

test.each([
  [{ transactionId: 'pt-1' }, {}],
  [{ transactionId: 'pt-1', status: 'PAID' }, {}],
  [{ transactionId: 'pt-1', status: 'HELD' }, { unknownWord: 'HELD' }],
] as const)('%o waits', (body, more) => {
  const { result } = run('PRONTTUS', 'refund', REFUND, { status: 200, body })
  expect(result).toEqual({ refundId: 'r', status: true, queued: true, ...more })
})
