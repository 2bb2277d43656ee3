import { describe, expect, test } from 'vitest'
import { cents } from '../../domain/money.ts'
import { claimOf, refundClaimOf, returnClaimOf } from '../../inbox/claims.ts'

const event = (changes: object) =>
  ({ type: 'TRANSACTION', transactionId: 'a', status: 'APPROVED', ...changes }) as Parameters<typeof claimOf>[0]
const charge = { amount: 1234 }

describe('a proved webhook that calls a charge paid', () => {
  test.each([
    ['of the amount that was charged is believed', { amount: cents(1234) }, 'APPROVED', 'APPROVED'],
    ['of one cent is a reason to read, else one for a person', { amount: cents(1) }, null, 'amountMismatch'],
    ['of more is a reason to read, else one for a person', { amount: cents(1235) }, null, 'amountMismatch'],
    ['of no amount is a reason to read where that can be', {}, null, 'APPROVED'],
  ])('%s', (_, changes, readable, unreadable) => {
    expect(claimOf(event(changes), charge, true)).toBe(readable)
    expect(claimOf(event(changes), charge, false)).toBe(unreadable)
  })
})

test.each(['PENDING', 'REJECTED', 'REFUNDED', 'CHARGEBACK', null] as const)('%s is not about how much', (status) => {
  expect(claimOf(event({ status, amount: cents(1) }), charge, true)).toBe(status)
  expect(claimOf(event({ status, amount: cents(1) }), charge, false)).toBe(status)
})

describe('news of money that went back, of a charge of 12.34', () => {
  test.each([
    ['all of it, none by us', { status: 'CHARGEBACK' }, 0, { claim: 'CHARGEBACK' }],
    ['all of it, by us', { status: 'CHARGEBACK', returned: cents(1234) }, 1234, { claim: 'REFUNDED' }],
    ['a part, by us', { status: 'CHARGEBACK', returned: cents(100) }, 100, { claim: null }],
    ['a part, not by us', { status: 'CHARGEBACK', returned: cents(100) }, 99, { claim: null, returnedElsewhere: 100 }],
    ['no amount stated, a part by us', { status: 'CHARGEBACK' }, 100, { claim: null }],
  ])('%s', (_, changes, ours, expected) => {
    const all = { all: ours, given: ours, underWay: 0, elsewhere: 0 }
    expect(returnClaimOf(event({ isReturn: true, ...changes }), { ...charge, ours: all })).toEqual(expected)
  })
})

describe('news of a refund, of a charge of 12.34', () => {
  test.each([
    ['of all of it', { status: 'REFUNDED', returned: cents(1234) }, 'REFUNDED'],
    ['of more than all of it', { status: 'REFUNDED', returned: cents(1235) }, 'REFUNDED'],
    ['of a part is a reason to read', { status: 'REFUNDED', returned: cents(1233) }, null],
    ['that does not say of how much', { status: 'REFUNDED' }, 'REFUNDED'],
    ['by a word for something else', { status: 'CHARGEBACK', returned: cents(1) }, 'CHARGEBACK'],
    ['without a word', { status: null, returned: cents(1) }, null],
  ])('%s', (_, changes, claim) => {
    expect(refundClaimOf(event(changes), charge)).toBe(claim)
  })
})
