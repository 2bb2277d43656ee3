/** In which order a page offers its ways to pay. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOffer, startLinkApi } from './buyers-link.ts'
import type { ChargingApi } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  ;({ api } = await startLinkApi({ startWorker: false }))
})
afterAll(() => api?.close())

it.each([
  { stored: ['BILLET', 'CREDIT_CARD', 'PIX'], offered: ['PIX', 'BILLET', 'CREDIT_CARD'] },
  { stored: ['CREDIT_CARD', 'PIX'], offered: ['PIX', 'CREDIT_CARD'] },
  { stored: ['BILLET', 'CREDIT_CARD'], offered: ['BILLET', 'CREDIT_CARD'] },
])('of $stored a buyer is offered $offered', async ({ stored, offered }) => {
  const slug = await newOffer(api, { price: 5000, paymentMethods: stored })
  const page = (await api.call(null, 'GET', `/v1/checkout/pages/${slug}`)).json()
  expect(page.paymentMethods.map((each: { paymentMethod: string }) => each.paymentMethod)).toEqual(offered)
})
