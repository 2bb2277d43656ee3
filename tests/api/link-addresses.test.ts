/** Payment links at addresses that their sellers choose, of which offers and links share one set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChargingApi, startChargingApi } from './charging.ts'

let api: ChargingApi
let productId: string
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('ASAAS')
  productId = (await make('products', { name: 'Camiseta' })).id
})
afterAll(() => api?.close())

const call = (method: string, path: string, payload?: object, key = api.home.keys.seller) =>
  api.call(key, method, `/v1/${path}`, { payload })
async function make(path: string, payload: object) {
  const answer = await call('POST', path, payload)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const LINK = { amount: 1990 }
const offerAt = (slug: string) => ({ productId, name: 'Camiseta', price: 5000, paymentMethods: ['PIX'], slug })
const page = (slug: string) => api.call(null, 'GET', `/v1/checkout/pages/${slug}`)
const TAKEN = { status: 422, errors: [{ path: '/slug', rule: 'taken', message: 'is the address of another page' }] }

describe("a link's address", () => {
  it('is chosen, and found under it by buyers and by its seller', async () => {
    const link = await make('payment-links', { ...LINK, title: 'Sinal', slug: 'sinal-da-obra' })
    expect(link).toMatchObject({ slug: 'sinal-da-obra', url: `${api.settings.publicUrl}/buy/sinal-da-obra` })
    expect((await page('sinal-da-obra')).json()).toMatchObject({ title: 'Sinal', amount: 1990 })
    const { data } = (await call('GET', 'payment-links?q=obra')).json()
    expect(data.map(({ id }: { id: string }) => id)).toEqual([link.id])
  })

  it('is one of the words that find it, as its title and the name that its offer has now are', async () => {
    const offer = await make('offers', { ...offerAt('brindes'), name: 'Chaveiro' })
    const link = await make('payment-links', { offerId: offer.id, title: 'Edição de Natal', slug: 'para-o-natal' })
    const found = async (q: string) =>
      (await call('GET', `payment-links?q=${encodeURIComponent(q)}`)).json().data.map(({ id }: { id: string }) => id)
    for (const q of ['chav edicao', 'para-o-natal', 'NATAL chaveiro']) expect(await found(q)).toEqual([link.id])
    for (const q of ['chaveiro azul', 'atal']) expect(await found(q)).toEqual([])
    await call('PATCH', `offers/${offer.id}`, { name: 'Porta-chaves' })
    expect([await found('portachaves edição'), await found('chaveiro edição')]).toEqual([[link.id], []])
  })

  it('cannot be guessed when none is chosen', async () => {
    const link = await make('payment-links', LINK)
    expect(link.slug).toMatch(/^_[A-Za-z0-9_-]{22}$/)
    expect(link.url.endsWith(`/buy/${link.slug}`)).toBe(true)
  })

  it.each(['_secret', 'Grande', '../charges', 'x'])('is not %s', async (slug) => {
    const { id } = await make('payment-links', LINK)
    for (const answer of [
      await call('POST', 'payment-links', { ...LINK, slug }),
      await call('PATCH', `payment-links/${id}`, { slug }),
    ])
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/slug', rule: 'slug' }] })
  })

  it('is that of no other link or offer, of whatever platform', async () => {
    await make('payment-links', { ...LINK, slug: 'curso' })
    await make('offers', offerAt('camiseta'))
    const link = await make('payment-links', LINK)
    const offer = await make('offers', offerAt('outra'))
    const theirs = api.other.keys.seller
    for (const answer of [
      await call('POST', 'payment-links', { ...LINK, slug: 'curso' }),
      await call('POST', 'payment-links', { ...LINK, slug: 'camiseta' }),
      await call('PATCH', `payment-links/${link.id}`, { slug: 'camiseta' }),
      await call('POST', 'offers', offerAt('curso')),
      await call('PATCH', `offers/${offer.id}`, { slug: 'curso' }),
      await call('POST', 'payment-links', { ...LINK, slug: 'curso' }, theirs),
      await call('POST', 'payment-links', { ...LINK, slug: 'camiseta' }, theirs),
    ])
      expect(answer.json()).toMatchObject(TAKEN)
    expect((await call('GET', `payment-links/${link.id}`)).json()).toEqual(link)
    expect((await page('camiseta')).json()).toMatchObject({ title: 'Camiseta' })
  })

  it('goes to one alone of the offers and links that choose it at the same moment', async () => {
    for (const slug of ['corrida-1', 'corrida-2', 'corrida-3']) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          number % 2 ? call('POST', 'offers', offerAt(slug)) : call('POST', 'payment-links', { ...LINK, slug }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(422)])
    }
  })

  it('is another from now on when it is changed; the one before opens nothing and stays its platform’s', async () => {
    const link = await make('payment-links', { ...LINK, slug: 'antigo' })
    const changed = await call('PATCH', `payment-links/${link.id}`, { slug: 'novo' })
    expect(changed.json()).toMatchObject({ id: link.id, slug: 'novo', url: `${api.settings.publicUrl}/buy/novo` })
    expect([(await page('antigo')).statusCode, (await page('novo')).statusCode]).toEqual([404, 200])
    const theirs = await call('POST', 'payment-links', { ...LINK, slug: 'antigo' }, api.other.keys.seller)
    expect(theirs.json()).toMatchObject(TAKEN)
    expect(await make('offers', offerAt('antigo'))).toMatchObject({ slug: 'antigo' })
  })

  it('stays its own while the link is paused or over', async () => {
    const link = await make('payment-links', { ...LINK, slug: 'acabou', expiresAt: '2020-01-01T00:00:00.000Z' })
    expect((await call('PATCH', `payment-links/${link.id}`, { enabled: false })).json()).toMatchObject({
      slug: 'acabou',
      state: 'paused',
    })
    expect((await call('POST', 'offers', offerAt('acabou'))).json()).toMatchObject(TAKEN)
    expect((await page('acabou')).json()).toMatchObject({ state: 'paused' })
  })

  it('is changed, and what was paid at the one before is still found by its key', async () => {
    const link = await make('payment-links', LINK)
    const headers = { 'idempotency-key': 'a-try-at-the-address-of-before-0001' }
    const customer = { name: 'Bia Lima', email: 'bia@example.com', document: '52998224725' }
    const url = `/v1/checkout/pages/${link.slug}/charges`
    const paid = await api.call(null, 'POST', url, { headers, payload: { paymentMethod: 'PIX', customer } })
    expect(paid.statusCode, paid.body).toBe(201)
    expect((await call('PATCH', `payment-links/${link.id}`, { slug: 'mudou' })).statusCode).toBe(200)
    const found = await api.call(null, 'GET', url, { headers })
    expect(found.json()).toMatchObject({ token: paid.json().token, page: 'mudou' })
  })
})
