import { describe, expect, test } from 'vitest'
import { endOfPaying, isPastDue, maySettle } from '../../domain/last-moment.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'

/** Ten to three in the morning in São Paulo: boletos expire at the hour at which they were asked for. */
const EXPIRY = '2026-12-03T05:50:00.000Z'

describe('until when it can be paid', () => {
  test.each<[method: PaymentMethod, expiresAt: string, end: string]>([
    ['PIX', EXPIRY, EXPIRY],
    ['CREDIT_CARD', EXPIRY, EXPIRY],
    ['BILLET', EXPIRY, '2026-12-04T03:00:00.000Z'],
    ['BILLET', '2026-12-03T03:00:00.000Z', '2026-12-04T03:00:00.000Z'],
    ['BILLET', '2026-12-04T02:59:59.000Z', '2026-12-04T03:00:00.000Z'],
    ['BILLET', '2026-12-31T23:00:00.000Z', '2027-01-01T03:00:00.000Z'],
    // As the database writes it.
    ['BILLET', '2026-12-03 05:50:00+00', '2026-12-04T03:00:00.000Z'],
  ])('a %s that expires at %s: before %s', (paymentMethod, expiresAt, end) => {
    const code = { paymentMethod, expiresAt }
    const moment = Date.parse(end)
    expect(endOfPaying(code)).toBe(moment)
    expect([isPastDue(code, moment - 1), isPastDue(code, moment)]).toEqual([false, true])
  })

  test.each<PaymentMethod>(['PIX', 'CREDIT_CARD', 'BILLET'])(
    'a %s without a stated expiry: always',
    (paymentMethod) => {
      const code = { paymentMethod, expiresAt: null }
      expect([endOfPaying(code), isPastDue(code, Date.parse('2999-01-01T00:00:00Z'))]).toEqual([undefined, false])
    },
  )
})

describe('until when its payment may become known', () => {
  test.each<[method: PaymentMethod, expiresAt: string | null, now: string, may: boolean]>([
    ['PIX', EXPIRY, '2026-12-03T05:49:00.000Z', false],
    ['PIX', EXPIRY, '2026-12-03T05:50:00.001Z', false],
    ['BILLET', EXPIRY, '2026-12-03T05:49:00.000Z', true],
    // It was paid on the Thursday; a bank that tells on the Sunday is in time.
    ['BILLET', EXPIRY, '2026-12-07T02:59:59.999Z', true],
    ['BILLET', EXPIRY, '2026-12-07T03:00:00.000Z', false],
    ['BILLET', null, EXPIRY, false],
  ])('a %s that expires at %s, known at %s: %s', (paymentMethod, expiresAt, now, may) => {
    expect(maySettle({ paymentMethod, expiresAt }, Date.parse(now))).toBe(may)
  })
})
