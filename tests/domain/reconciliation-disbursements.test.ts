/** What a statement says of money that left, held against ours. Amounts in cents. */
import { describe, expect, it } from 'vitest'
import { disbursementDifferenceOf, disbursementStatusOf } from '../../domain/reconciliation.ts'

const ours = (status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED', more: object = {}) => ({
  kind: 'withdrawal' as const,
  amount: 5000,
  status,
  wasPaid: false,
  ...more,
})
const LEFT = { amount: undefined, left: 5000, status: 'APPROVED' } as const

describe('the amount', () => {
  it.each([
    [LEFT, undefined],
    [{ ...LEFT, left: 4999 }, 'amount'],
    [{ ...LEFT, left: 0, amount: 5000 }, undefined],
    [{ ...LEFT, left: 0, amount: 5001 }, 'amount'],
    [{ ...LEFT, left: 0 }, undefined],
  ] as const)('%j of 5000 that left: %s', (stated, difference) => {
    expect(disbursementDifferenceOf(ours('APPROVED'), stated)).toBe(difference)
  })

  it('is that which left where something came in too', () => {
    expect(disbursementDifferenceOf(ours('APPROVED'), { ...LEFT, amount: 10 })).toBeUndefined()
  })
})

describe('the status', () => {
  it.each([
    ['PENDING', 'APPROVED', 'status'],
    ['PENDING', 'REJECTED', 'status'],
    ['PENDING', 'PENDING', undefined],
    ['APPROVED', 'PENDING', undefined],
    ['APPROVED', 'APPROVED', undefined],
    ['APPROVED', 'REJECTED', 'status'],
    ['REJECTED', 'PENDING', undefined],
    ['REJECTED', 'APPROVED', 'status'],
    ['CANCELED', 'REJECTED', undefined],
    ['REJECTED', 'REFUNDED', undefined],
    ['APPROVED', 'REFUNDED', 'status'],
    ['APPROVED', 'CHARGEBACK', undefined],
    ['APPROVED', null, undefined],
  ] as const)('of a withdrawal, ours %s, theirs %s: %s', (status, theirs, difference) => {
    expect(disbursementDifferenceOf(ours(status), { ...LEFT, status: theirs })).toBe(difference)
  })

  it.each([
    ['PENDING', 'APPROVED', 'status'],
    ['PENDING', 'REJECTED', 'status'],
    ['APPROVED', 'REJECTED', 'status'],
    ['REJECTED', 'REJECTED', undefined],
    ['REJECTED', 'APPROVED', 'status'],
    ['PENDING', 'REFUNDED', 'status'],
    ['APPROVED', 'REFUNDED', undefined],
    ['REJECTED', 'REFUNDED', 'status'],
    ['APPROVED', 'CHARGEBACK', undefined],
  ] as const)('of a refund, ours %s, theirs %s: %s', (status, theirs, difference) => {
    expect(disbursementDifferenceOf({ ...ours(status), kind: 'refund' }, { ...LEFT, status: theirs })).toBe(difference)
  })

  it('from before a withdrawal came back is no difference', () => {
    expect(disbursementDifferenceOf(ours('REJECTED', { wasPaid: true }), LEFT)).toBeUndefined()
    expect(disbursementDifferenceOf(ours('REJECTED'), LEFT)).toBe('status')
  })

  it('of what left and came in again is that a withdrawal came back; of a refund that says nothing', () => {
    const back = { amount: 5000, left: 5000, status: 'APPROVED' } as const
    expect(disbursementStatusOf('withdrawal', back)).toBe('REJECTED')
    expect(disbursementStatusOf('refund', back)).toBe('APPROVED')
    expect(disbursementStatusOf('withdrawal', { ...back, amount: 1, left: 1 })).toBe('REJECTED')
    expect(disbursementStatusOf('withdrawal', { ...back, amount: 4999 })).toBe('APPROVED')
    expect(disbursementStatusOf('withdrawal', { ...back, amount: 0, left: 0 })).toBe('APPROVED')
  })
})
