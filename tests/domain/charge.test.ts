import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bringsMoney,
  CHARGE_STATUSES,
  type ChargeStatus,
  canMove,
  canRefund,
  canRestore,
  isLatePayment,
  isPaid,
  isRefunded,
  isRefused,
  isReturnedElsewhere,
  isSettled,
  meaningOfRefund,
  meaningOfReturn,
} from '../../domain/charge.ts'

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

test('a dispute that was won alone leads back, and to approved alone', () => {
  const restored = CHARGE_STATUSES.flatMap((from) =>
    CHARGE_STATUSES.filter((to) => canRestore(from, to)).map((to) => [from, to]),
  )
  expect(restored).toEqual([['CHARGEBACK', 'APPROVED']])
})

const every = CHARGE_STATUSES.flatMap((from) => CHARGE_STATUSES.map((to) => [from, to] as const))

test.each(every)('%s to %s', (from, to) => {
  const allowed = ALLOWED.some(([a, b]) => a === from && b === to)
  expect(canMove(from, to)).toBe(allowed)
})

test('only PENDING is not settled', () => {
  expect(CHARGE_STATUSES.filter((status) => !isSettled(status))).toEqual(['PENDING'])
})

const QUESTIONS = { bringsMoney, isPaid, canRefund, isRefused, isRefunded }
test.each<[ChargeStatus, (keyof typeof QUESTIONS)[]]>([
  ['PENDING', []],
  ['APPROVED', ['bringsMoney', 'isPaid', 'canRefund']],
  ['REJECTED', ['isRefused']],
  ['REFUNDED', ['isPaid', 'isRefunded']],
  ['CHARGEBACK', ['isPaid']],
])('%s is %j and nothing else', (status, answers) => {
  const yes = Object.entries(QUESTIONS).filter(([, question]) => question(status))
  expect(yes.map(([name]) => name)).toEqual(answers)
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

describe('a word for any money that went back, of a charge of 100', () => {
  const none = { all: 0, given: 0, underWay: 0, elsewhere: 0 }
  const part = { all: 30, given: 0, underWay: 1, elsewhere: 0 }
  const whole = { all: 100, given: 0, underWay: 1, elsewhere: 0 }
  /** Of 70 and 30. */
  const parts = { all: 100, given: 0, underWay: 2, elsewhere: 0 }
  const lastPart = { all: 100, given: 70, underWay: 1, elsewhere: 0 }
  const done = { all: 100, given: 100, underWay: 0, elsewhere: 0 }
  /** 40 in the provider's dashboard, and the rest by us or not yet. */
  const restElsewhere = { all: 0, given: 0, underWay: 0, elsewhere: 40 }
  const restUnderWay = { all: 60, given: 0, underWay: 1, elsewhere: 40 }
  const restDone = { all: 60, given: 60, underWay: 0, elsewhere: 40 }
  test.each([
    { ours: none, returned: undefined, notice: 'CHARGEBACK', sum: 'CHARGEBACK', elsewhere: false },
    { ours: none, returned: 100, notice: 'CHARGEBACK', sum: 'CHARGEBACK', elsewhere: false },
    { ours: none, returned: 99, notice: 'APPROVED', sum: 'APPROVED', elsewhere: true },
    { ours: part, returned: 30, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    { ours: part, returned: 31, notice: 'APPROVED', sum: 'APPROVED', elsewhere: true },
    { ours: part, returned: 100, notice: 'CHARGEBACK', sum: 'CHARGEBACK', elsewhere: false },
    // Our part alone, or all the rest as well.
    { ours: part, returned: undefined, notice: null, sum: null, elsewhere: false },
    { ours: whole, returned: undefined, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: whole, returned: 100, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: whole, returned: 30, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    // One of two that are under way: the other may never come.
    { ours: parts, returned: undefined, notice: null, sum: null, elsewhere: false },
    { ours: parts, returned: 30, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    { ours: parts, returned: 70, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    { ours: parts, returned: 100, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    // The last one: a notice may tell of it alone.
    { ours: lastPart, returned: 30, notice: 'REFUNDED', sum: 'APPROVED', elsewhere: false },
    { ours: lastPart, returned: 70, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    { ours: lastPart, returned: 100, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: lastPart, returned: undefined, notice: null, sum: null, elsewhere: false },
    { ours: done, returned: 30, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: done, returned: undefined, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: restElsewhere, returned: 40, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    { ours: restElsewhere, returned: 41, notice: 'APPROVED', sum: 'APPROVED', elsewhere: true },
    { ours: restElsewhere, returned: 100, notice: 'CHARGEBACK', sum: 'CHARGEBACK', elsewhere: false },
    { ours: restElsewhere, returned: undefined, notice: null, sum: null, elsewhere: false },
    { ours: restUnderWay, returned: 40, notice: 'APPROVED', sum: 'APPROVED', elsewhere: false },
    { ours: restUnderWay, returned: 60, notice: 'REFUNDED', sum: 'APPROVED', elsewhere: false },
    { ours: restUnderWay, returned: 100, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: restUnderWay, returned: undefined, notice: null, sum: null, elsewhere: false },
    { ours: restDone, returned: 100, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
    { ours: restDone, returned: undefined, notice: 'REFUNDED', sum: 'REFUNDED', elsewhere: false },
  ] as const)('$returned beside $ours means $notice, as a sum $sum', ({ ours, returned, notice, sum, elsewhere }) => {
    expect(meaningOfReturn('CHARGEBACK', { amount: 100, ours, returned })).toBe(notice)
    expect(meaningOfReturn('CHARGEBACK', { amount: 100, ours, returned, isSum: true })).toBe(sum)
    expect(returned !== undefined && isReturnedElsewhere(returned, { amount: 100, ours })).toBe(elsewhere)
  })
})

describe('a refund of a charge of 1.00', () => {
  test.each([
    { said: 'REFUNDED', returned: 1, means: 'APPROVED' },
    { said: 'REFUNDED', returned: 99, means: 'APPROVED' },
    { said: 'REFUNDED', returned: 100, means: 'REFUNDED' },
    { said: 'REFUNDED', returned: 101, means: 'REFUNDED' },
    { said: 'REFUNDED', returned: 0, means: 'REFUNDED' },
    { said: 'REFUNDED', returned: undefined, means: 'REFUNDED' },
    { said: 'REJECTED', returned: 1, means: 'REJECTED' },
    { said: 'CHARGEBACK', returned: 1, means: 'CHARGEBACK' },
  ] as const)('$said with $returned means $means', ({ said, returned, means }) => {
    expect(meaningOfRefund(said, { amount: 100, returned })).toBe(means)
    expect(meaningOfRefund(said, { returned })).toBe(said)
  })
})
