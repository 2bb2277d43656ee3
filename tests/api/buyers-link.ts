/** A payment link whose buyers no limit holds up, at a provider that takes every method. */
import { type ChargingApi, type ChargingApiOptions, NEW_CARD, startChargingApi } from './charging.ts'

const { holderDocument: _, ...CARD } = NEW_CARD
/** A card as a buyer types it. */
export const BUYERS_CARD = CARD
/** The number of one that the fake providers decline. */
export const DECLINED = '4000000000000002'

/** `slug` is of the home platform's link. */
export async function startLinkApi(options: ChargingApiOptions = {}): Promise<{ api: ChargingApi; slug: string }> {
  const api = await startChargingApi({ limits: { buyersChargesPerMinute: 1000 }, ...options })
  await api.connect('PAGUESAFE')
  return { api, slug: await newLink(api, api.home.keys.seller) }
}

/** @returns the slug of a link of R$ 50,00 that the key's platform makes. */
export async function newLink(api: ChargingApi, key: string): Promise<string> {
  const answer = await api.call(key, 'POST', '/v1/payment-links', { payload: { amount: 5000 } })
  return answer.json().url.split('/buy/')[1]
}

/** @returns the slug of an offer that the home platform makes. */
export async function newOffer(api: ChargingApi, terms: { price: number; paymentMethods: string[] }): Promise<string> {
  const sell = (path: string, payload: object) => api.call(api.home.keys.seller, 'POST', `/v1/${path}`, { payload })
  const { id: productId } = (await sell('products', { name: 'Usina' })).json()
  return (await sell('offers', { productId, name: 'Usina', ...terms })).json().url.split('/buy/')[1]
}
