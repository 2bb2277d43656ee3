/** For how long a Pix code or a boleto can be paid, at every provider. */
import { expect, test } from 'vitest'
import { providers } from '../../../providers/index.ts'
import { lifetimeOf } from './support.ts'

const DAY = 86_400

const PIX_SECONDS: Readonly<Record<string, number>> = {
  PAGO: 1440 * 60,
  PRIMEPAG: 1800,
  PAGSTAR: 86_400,
  WALLETZ: 8000,
  NEWLEVEL: 2 * DAY,
  CELCOIN: 5 * DAY,
  SYNCPAY: 2 * DAY,
  FLOW2PAY: 86_400,
  OWENPAY: 3600,
}

const BOLETO_DAYS = [
  ...['ABMEX', 'SPACEFY', 'AKTAPAY', 'PAGUESAFE', 'PIXIUM', 'HORIZONBANK'].map((code) => [code, 3] as const),
  ['PAYSHARKGATEWAY', 259_200_000 / 1000 / DAY],
  ...['PAGARME', 'PAGARMEBAAS', 'CELCOIN'].map((code) => [code, 5] as const),
  ['TRANSFEERA', 1],
  ['MAKEYOURBANK', 7],
  ['IUGUBAAS', 1],
] as const

const byPix = Object.values(providers).filter(({ capabilities }) => capabilities.paymentMethods.includes('PIX'))

test.each(byPix.map(({ code }) => [code, PIX_SECONDS[code] ?? DAY] as const))(
  'a Pix code of %s can be paid for %i seconds',
  (code, seconds) => {
    expect(lifetimeOf(code, 'PIX')).toBe(seconds)
  },
)

test.each(BOLETO_DAYS)('a boleto of %s can be paid for %i days', (code, days) => {
  expect(providers[code]?.capabilities.paymentMethods).toContain('BILLET')
  expect(Math.ceil(lifetimeOf(code, 'BILLET') / DAY)).toBe(days)
})
