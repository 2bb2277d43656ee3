import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHARGE_STATUSES, type ChargeStatus } from '../../domain/charge.ts'
import { hear, isPayable, type Payment, type PaymentNews, standingOf } from '../../domain/payment.ts'

const AMOUNT = 100
const fresh = (): Payment => ({ state: 'PENDING', amount: AMOUNT, paidAt: null, refundedAmount: 0 })
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/** News of one of several payments, by its place. */
type Told = PaymentNews & { of: number }

function heardOf(count: number, told: readonly Told[]): Payment[] {
  const payments = Array.from({ length: count }, fresh)
  for (const { of, ...news } of told) payments[of] = hear(payments[of] ?? fresh(), news).payment
  return payments
}

const OWN = { own: 0, isGivenUp: false }

describe('one payment', () => {
  test.each<[string, ChargeStatus[], ChargeStatus, number]>([
    ['paid', ['APPROVED'], 'APPROVED', 0],
    ['paid after a refusal', ['REJECTED', 'APPROVED'], 'APPROVED', 0],
    ['paid, and told again', ['APPROVED', 'APPROVED', 'PENDING'], 'APPROVED', 0],
    ['refunded', ['APPROVED', 'REFUNDED'], 'REFUNDED', AMOUNT],
    ['called refunded, and never seen paid', ['REFUNDED'], 'REFUNDED', 0],
    ['refused, called refunded, and never seen paid', ['REJECTED', 'REFUNDED'], 'REFUNDED', 0],
    ['refunded, told the wrong way round', ['REFUNDED', 'APPROVED'], 'REFUNDED', AMOUNT],
    ['charged back', ['APPROVED', 'CHARGEBACK'], 'CHARGEBACK', 0],
    ['refused after it was paid', ['APPROVED', 'REJECTED'], 'APPROVED', 0],
    ['refused', ['REJECTED', 'PENDING'], 'REJECTED', 0],
  ])('%s', (_, words, status, refundedAmount) => {
    const payments = heardOf(
      1,
      words.map((to, minute) => ({ of: 0, to, at: at(minute) })),
    )
    expect(standingOf(payments, OWN)).toMatchObject({ status, refundedAmount })
  })

  test.each<[ChargeStatus, ChargeStatus, string | undefined]>([
    ['APPROVED', 'REJECTED', 'contradicted'],
    ['REFUNDED', 'CHARGEBACK', 'refundAndChargeback'],
    ['CHARGEBACK', 'REFUNDED', 'refundAndChargeback'],
    ['CHARGEBACK', 'APPROVED', 'disputeWon'],
    ['APPROVED', 'PENDING', undefined],
    ['REFUNDED', 'APPROVED', undefined],
  ])('that is %s and called %s is asked about: %s', (state, to, reason) => {
    expect(hear({ ...fresh(), state, paidAt: at(0) }, { to, at: at(1) }).contradiction).toBe(reason)
  })

  test.each<[ChargeStatus, number, string | undefined]>([
    ['CHARGEBACK', 40, 'refundAndChargeback'],
    ['CHARGEBACK', 30, undefined],
    ['APPROVED', 40, undefined],
  ])('that is %s, with 30 given back, and %i now, is asked about: %s', (state, returned, reason) => {
    const payment = { ...fresh(), state, paidAt: at(0), refundedAmount: 30 }
    expect(hear(payment, { to: 'REFUNDED', at: at(1), returned }).contradiction).toBe(reason)
  })

  test('that is given back in parts holds the rest until the last of them', () => {
    const parts = [30, 70, 100].map(
      (returned, minute): Told => ({ of: 0, to: 'REFUNDED', at: at(minute + 1), returned }),
    )
    const paid: Told = { of: 0, to: 'APPROVED', at: at(0) }
    const shown = parts.map((_, last) => standingOf(heardOf(1, [paid, ...parts.slice(0, last + 1)]), OWN))
    expect(shown.map(({ status, refundedAmount }) => [status, refundedAmount])).toEqual([
      ['APPROVED', 30],
      ['APPROVED', 70],
      ['REFUNDED', 100],
    ])
  })

  // The bank may take the money before any of the refunds, or between them, and the dispute is won after all of them.
  const parts = [40, 100].map((returned, minute): PaymentNews => ({ to: 'REFUNDED', at: at(minute), returned }))
  const taken: PaymentNews = { to: 'CHARGEBACK', at: at(5) }
  const won: PaymentNews = { to: 'APPROVED', at: at(9), isWon: true }
  const paidAndTold = (news: readonly PaymentNews[]) =>
    [{ to: 'APPROVED', at: at(0) } as PaymentNews, ...news].reduce(
      (payment, one) => hear(payment, one).payment,
      fresh(),
    )
  test.each([
    ['whole, after the bank took it', [taken, ...parts.slice(1)], 'CHARGEBACK', 'REFUNDED', AMOUNT],
    ['in parts, after the bank took it', [taken, ...parts], 'CHARGEBACK', 'REFUNDED', AMOUNT],
    [
      'in parts, between which the bank took it',
      [...parts.slice(0, 1), taken, ...parts.slice(1)],
      'CHARGEBACK',
      'REFUNDED',
      AMOUNT,
    ],
    ['in part, after the bank took it', [taken, ...parts.slice(0, 1)], 'CHARGEBACK', 'APPROVED', 40],
    ['not at all', [taken], 'CHARGEBACK', 'APPROVED', 0],
  ] as const)(
    'given back %s, is worth what has not gone back once the dispute is won',
    (_, news, disputed, restored, refundedAmount) => {
      expect(paidAndTold(news)).toMatchObject({ state: disputed, refundedAmount })
      expect(paidAndTold([...news, won])).toMatchObject({ state: restored, refundedAmount })
    },
  )

  test('can be paid only while nothing has come of it', () => {
    expect(CHARGE_STATUSES.filter((state) => isPayable({ state }))).toEqual(['PENDING'])
  })
})

describe('a charge', () => {
  test.each<
    [string, Told[], { status: ChargeStatus; refundedAmount: number; surplus: number[]; isPaidTwice: boolean }]
  >([
    [
      'that an orphan paid',
      [{ of: 1, to: 'APPROVED', at: at(1) }],
      { status: 'APPROVED', refundedAmount: 0, surplus: [], isPaidTwice: false },
    ],
    [
      'paid twice',
      [
        { of: 1, to: 'APPROVED', at: at(1) },
        { of: 0, to: 'APPROVED', at: at(2) },
      ],
      { status: 'APPROVED', refundedAmount: 0, surplus: [0], isPaidTwice: true },
    ],
    [
      'paid twice, of which the first went back',
      [
        { of: 1, to: 'APPROVED', at: at(1) },
        { of: 0, to: 'APPROVED', at: at(2) },
        { of: 1, to: 'REFUNDED', at: at(3) },
      ],
      { status: 'APPROVED', refundedAmount: 0, surplus: [], isPaidTwice: true },
    ],
    [
      'whose orphan is called refunded and was never seen paid',
      [{ of: 1, to: 'REFUNDED', at: at(1) }],
      { status: 'PENDING', refundedAmount: 0, surplus: [], isPaidTwice: false },
    ],
    [
      'whose orphan was refused',
      [{ of: 1, to: 'REJECTED', at: at(1) }],
      { status: 'PENDING', refundedAmount: 0, surplus: [], isPaidTwice: false },
    ],
    [
      'of which everything went back',
      [
        { of: 0, to: 'APPROVED', at: at(1) },
        { of: 1, to: 'APPROVED', at: at(2) },
        { of: 1, to: 'REFUNDED', at: at(3) },
        { of: 0, to: 'REFUNDED', at: at(4) },
      ],
      { status: 'REFUNDED', refundedAmount: AMOUNT, surplus: [], isPaidTwice: true },
    ],
  ])('%s', (_, told, standing) => {
    expect(standingOf(heardOf(2, told), OWN)).toMatchObject(standing)
  })

  test('that was given up waits for nothing, and money is money all the same', () => {
    const givenUp = { own: 0, isGivenUp: true }
    expect(standingOf([fresh()], givenUp).status).toBe('REJECTED')
    expect(standingOf([], { own: undefined, isGivenUp: true }).status).toBe('REJECTED')
    expect(standingOf(heardOf(1, [{ of: 0, to: 'APPROVED', at: at(1) }]), givenUp).status).toBe('APPROVED')
  })
})

/** What each of three payments went through, as its provider tells it: ends that exclude each other do not both happen. */
const aLife = fc.constantFrom<ChargeStatus[]>(
  [],
  ['REJECTED'],
  ['APPROVED'],
  ['REJECTED', 'APPROVED'],
  ['APPROVED', 'REFUNDED'],
  ['APPROVED', 'CHARGEBACK'],
)
const lives = fc.array(aLife, { minLength: 1, maxLength: 3 })
const toldOf = (all: readonly ChargeStatus[][]): Told[] =>
  all.flatMap((life, of) => life.map((to, step) => ({ of, to, at: at(of * 10 + step) })))

const shuffledLives = lives.chain((all) => {
  const told = toldOf(all)
  return fc.record({
    all: fc.constant(all),
    // Each piece of news comes at least once, in any order, and some of it again.
    news: fc
      .tuple(fc.shuffledSubarray(told, { minLength: told.length }), fc.shuffledSubarray(told))
      .map(([once, again]) => [...once, ...again]),
  })
})

describe('whatever news comes, in whatever order and however often', () => {
  const statusOf = (payments: readonly Payment[]) => {
    const { status, paidAt, refundedAmount, isPaidTwice, surplus } = standingOf(payments, OWN)
    return { status, paidAt, refundedAmount, isPaidTwice, surplus }
  }

  test('the charge ends the same', () => {
    fc.assert(
      fc.property(shuffledLives, ({ all, news }) => {
        expect(statusOf(heardOf(all.length, news))).toEqual(statusOf(heardOf(all.length, toldOf(all))))
      }),
    )
  })

  test('money is never lost: a charge of which a payment holds money is APPROVED, and no other one is', () => {
    fc.assert(
      fc.property(shuffledLives, ({ all, news }) => {
        const holds = all.some((life) => life.at(-1) === 'APPROVED')
        expect(statusOf(heardOf(all.length, news)).status === 'APPROVED').toBe(holds)
      }),
    )
  })

  test('two that were paid are always a double payment, and one never is', () => {
    fc.assert(
      fc.property(shuffledLives, ({ all, news }) => {
        const paid = all.filter((life) => life.includes('APPROVED')).length
        expect(statusOf(heardOf(all.length, news)).isPaidTwice).toBe(paid >= 2)
      }),
    )
  })

  test('what has come is never forgotten', () => {
    fc.assert(
      fc.property(shuffledLives, fc.constantFrom(...CHARGE_STATUSES), ({ all, news }, to) => {
        const before = heardOf(all.length, news)
        const later = before.map((payment) => hear(payment, { to, at: at(99) }).payment)
        before.forEach(({ paidAt, refundedAmount }, place) => {
          if (paidAt !== null) expect(later[place]?.paidAt).toBe(paidAt)
          expect(later[place]?.refundedAmount).toBeGreaterThanOrEqual(refundedAmount)
        })
      }),
    )
  })
})
