/** What a statement says of money that left, held against ours. Amounts in cents. */
import { describe, expect, it } from 'vitest'
import { disbursementDifferencesOf, disbursementStatusOf } from '../../domain/reconciliation.ts'

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
    [LEFT, []],
    [{ ...LEFT, left: 4999 }, ['amount']],
    [{ ...LEFT, left: 0, amount: 5000 }, []],
    [{ ...LEFT, left: 0, amount: 5001 }, ['amount']],
    [{ ...LEFT, left: 0 }, []],
  ] as const)('%j of 5000 that left: %j', (stated, differences) => {
    expect(disbursementDifferencesOf(ours('APPROVED'), stated)).toEqual(differences)
  })

  it('is that which left where something came in too', () => {
    expect(disbursementDifferencesOf(ours('APPROVED'), { ...LEFT, amount: 10 })).toEqual([])
  })
})

describe('the status', () => {
  it.each([
    ['PENDING', 'APPROVED', ['status']],
    ['PENDING', 'REJECTED', ['status']],
    ['PENDING', 'PENDING', []],
    ['APPROVED', 'PENDING', []],
    ['APPROVED', 'APPROVED', []],
    ['APPROVED', 'REJECTED', ['status']],
    ['REJECTED', 'PENDING', []],
    ['REJECTED', 'APPROVED', ['status']],
    ['CANCELED', 'REJECTED', []],
    ['REJECTED', 'REFUNDED', []],
    ['APPROVED', 'REFUNDED', ['status']],
    ['APPROVED', 'CHARGEBACK', []],
    ['APPROVED', null, []],
  ] as const)('of a withdrawal, ours %s, theirs %s: %j', (status, theirs, differences) => {
    expect(disbursementDifferencesOf(ours(status), { ...LEFT, status: theirs })).toEqual(differences)
  })

  it.each([
    ['PENDING', 'APPROVED', ['status']],
    ['PENDING', 'REJECTED', ['status']],
    ['APPROVED', 'REJECTED', ['status']],
    ['REJECTED', 'REJECTED', []],
    ['REJECTED', 'APPROVED', ['status']],
    ['PENDING', 'REFUNDED', ['status']],
    ['APPROVED', 'REFUNDED', []],
    ['REJECTED', 'REFUNDED', ['status']],
    ['APPROVED', 'CHARGEBACK', []],
  ] as const)('of a refund, ours %s, theirs %s: %j', (status, theirs, differences) => {
    expect(disbursementDifferencesOf({ ...ours(status), kind: 'refund' }, { ...LEFT, status: theirs })).toEqual(
      differences,
    )
  })

  it('from before a withdrawal came back is no difference', () => {
    expect(disbursementDifferencesOf(ours('REJECTED', { wasPaid: true }), LEFT)).toEqual([])
    expect(disbursementDifferencesOf(ours('REJECTED'), LEFT)).toEqual(['status'])
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

it('both the amount and the status differ of another amount that came back, or of which another status is listed', () => {
  const other = { amount: 4999, left: 4999, status: 'APPROVED' } as const
  expect(disbursementDifferencesOf(ours('APPROVED'), other)).toEqual(['amount', 'status'])
  expect(disbursementDifferencesOf(ours('REJECTED'), other)).toEqual(['amount'])
  expect(disbursementDifferencesOf(ours('PENDING'), { ...LEFT, left: 4999 })).toEqual(['amount', 'status'])
})
