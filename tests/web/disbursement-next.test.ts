/** How a withdrawal's history says that money which had left came back. */
import { expect, test } from 'vitest'
import { changeOf, nextOf } from '../../web/src/features/disbursements/next.ts'

const PAID_AT = '2026-01-10T12:00:00.000Z'
const refused = { status: 'REJECTED', needsAttention: false, approvedAt: null } as const

test.each([
  ['withdrawal', refused, 'next.withdrawal.REJECTED'],
  ['withdrawal', { ...refused, approvedAt: PAID_AT }, 'next.withdrawal.returned'],
  ['withdrawal', { ...refused, status: 'CANCELED', approvedAt: PAID_AT }, 'next.withdrawal.returned'],
  ['withdrawal', { ...refused, status: 'APPROVED', approvedAt: PAID_AT }, 'next.withdrawal.APPROVED'],
  ['withdrawal', { ...refused, approvedAt: PAID_AT, needsAttention: true }, 'next.withdrawal.decision'],
  ['refund', refused, 'next.refund.REJECTED'],
] as const)('of a %s %o comes %s', (kind, disbursement, key) => {
  expect(nextOf(kind, disbursement)).toBe(key)
})

test('a withdrawal that was paid is not called refused when its money comes back', () => {
  expect(changeOf('withdrawal', { from: 'APPROVED', to: 'REJECTED' })).toBe('changed.returned')
  expect(changeOf('withdrawal', { from: 'PENDING', to: 'REJECTED' })).toBe('changed.REJECTED')
  expect(changeOf('withdrawal', { from: 'PENDING', to: 'APPROVED' })).toBe('changed.APPROVED')
})
