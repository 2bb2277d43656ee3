import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHARGE_STATUSES, type ChargeStatus, canMove, isLatePayment, isSettled } from '../../domain/charge-status.ts'

const ALLOWED: readonly (readonly [ChargeStatus, ChargeStatus])[] = [
  ['PENDING', 'APPROVED'],
  ['PENDING', 'REJECTED'],
  ['PENDING', 'REFUNDED'],
  ['PENDING', 'CHARGEBACK'],
  ['APPROVED', 'REFUNDED'],
  ['APPROVED', 'CHARGEBACK'],
  ['REJECTED', 'APPROVED'],
  ['REJECTED', 'REFUNDED'],
  ['REJECTED', 'CHARGEBACK'],
]

const every = CHARGE_STATUSES.flatMap((from) => CHARGE_STATUSES.map((to) => [from, to] as const))

test.each(every)('%s to %s', (from, to) => {
  const allowed = ALLOWED.some(([a, b]) => a === from && b === to)
  expect(canMove(from, to)).toBe(allowed)
})

test('only PENDING is not settled', () => {
  expect(CHARGE_STATUSES.filter((status) => !isSettled(status))).toEqual(['PENDING'])
})

test('only money for a charge that was given up is late', () => {
  expect(every.filter(([from, to]) => isLatePayment(from, to))).toEqual([['REJECTED', 'APPROVED']])
})

describe('whatever events come, in whatever order', () => {
  const anyEvents = fc.array(fc.constantFrom(...CHARGE_STATUSES))
  const apply = (events: readonly ChargeStatus[]) => {
    const path: ChargeStatus[] = ['PENDING']
    for (const to of events) if (canMove(path.at(-1) ?? 'PENDING', to)) path.push(to)
    return path
  }

  test('a repeated event changes nothing', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const repeated = events.flatMap((event) => [event, event, event])
        expect(apply(repeated)).toEqual(apply(events))
      }),
    )
  })

  test('a charge never goes back to PENDING, nor from paid to refused', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const path = apply(events)
        expect(path.indexOf('PENDING', 1)).toBe(-1)
        const paid = path.indexOf('APPROVED')
        if (paid >= 0) expect(path.slice(paid)).not.toContain('REJECTED')
      }),
    )
  })

  test('a charge that was paid at some time is never left PENDING or REJECTED', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        fc.pre(events.includes('APPROVED'))
        expect(['APPROVED', 'REFUNDED', 'CHARGEBACK']).toContain(apply(events).at(-1))
      }),
    )
  })

  test('a charge changes at most three times', () => {
    fc.assert(fc.property(anyEvents, (events) => apply(events).length <= 4))
  })
})
