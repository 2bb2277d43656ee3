/** How the history of a refund or withdrawal says what comes next, and that money which had left came back. */
import { expect, test } from 'vitest'
import { changeOf, madeAtOf, nextOf } from '../../web/src/features/disbursements/next.ts'

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
  expect(nextOf(kind, disbursement, { madeAt: PAID_AT, canRead: true })).toBe(key)
})

const open = { ...refused, status: 'PENDING' } as const
test.each([
  ['withdrawal', open, { madeAt: undefined, canRead: true }, 'timeline:next.waitingProvider'],
  ['withdrawal', open, { madeAt: PAID_AT, canRead: true }, 'next.withdrawal.read'],
  ['refund', open, { madeAt: PAID_AT, canRead: true }, 'next.refund.read'],
  ['refund', open, { madeAt: PAID_AT, canRead: false }, 'next.told'],
  ['refund', { ...open, needsAttention: true }, { madeAt: PAID_AT, canRead: true }, 'next.refund.decision'],
] as const)('of a %s that is under way, %o, %o, comes %s', (kind, disbursement, asked, key) => {
  expect(nextOf(kind, disbursement, asked)).toBe(key)
})

test('its readings begin once its provider took it, or was found to have it', () => {
  const event = (type: 'sent' | 'answered' | 'lookedUp', at: string, found?: boolean) =>
    ({ type, at, detail: found === undefined ? null : { found } }) as const
  expect(madeAtOf([event('sent', '1')])).toBeUndefined()
  expect(madeAtOf([event('sent', '1'), event('answered', '2')])).toBe('2')
  expect(madeAtOf([event('sent', '1'), event('lookedUp', '2', false)])).toBeUndefined()
  expect(madeAtOf([event('sent', '1'), event('lookedUp', '2', true)])).toBe('2')
})

test('a withdrawal that was paid is not called refused when its money comes back', () => {
  expect(changeOf('withdrawal', { from: 'APPROVED', to: 'REJECTED' })).toBe('changed.returned')
  expect(changeOf('withdrawal', { from: 'PENDING', to: 'REJECTED' })).toBe('changed.REJECTED')
  expect(changeOf('withdrawal', { from: 'PENDING', to: 'APPROVED' })).toBe('changed.APPROVED')
})
