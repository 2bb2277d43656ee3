import { expect, test } from 'vitest'
import { maySettle, type PaymentMethod } from '../../domain/payment-method.ts'

const EXPIRY = '2026-03-10T03:00:00.000Z'

test.each<[method: PaymentMethod, expiresAt: string | null, now: string, may: boolean]>([
  ['PIX', EXPIRY, '2026-03-09T03:00:00.000Z', false],
  ['PIX', EXPIRY, '2026-03-10T03:00:00.001Z', false],
  ['BILLET', EXPIRY, '2026-03-09T03:00:00.000Z', true],
  ['BILLET', EXPIRY, '2026-03-13T02:59:59.999Z', true],
  ['BILLET', EXPIRY, '2026-03-13T03:00:00.000Z', false],
  ['BILLET', null, '2026-03-10T03:00:00.000Z', false],
])('money for a %s that expires at %s, known at %s, may have been paid in time: %s', (method, expiresAt, now, may) => {
  expect(maySettle(method, expiresAt, now)).toBe(may)
})
