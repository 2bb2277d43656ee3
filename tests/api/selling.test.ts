/** Products, offers and payment links over HTTP, and what an offer means for a charge. */
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, paymentLinks } from '../../db/schema/index.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

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
async function keyOf(mode: string): Promise<string> {
  const payload = { name: mode, role: 'seller', mode }
  return (await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', { payload })).json().key
}
const OFFER = { name: 'Camiseta azul', price: 5000, paymentMethods: ['PIX', 'CREDIT_CARD'] }
const offerOf = (changes: object = {}) => make('offers', { productId, ...OFFER, ...changes })

describe('what is sold at an address', () => {
  it('can be said again, and not changed', async () => {
    const offer = await offerOf()
    const byOffer = await make('payment-links', { offerId: offer.id })
    const byAmount = await make('payment-links', { amount: 900 })
    for (const [path, same, other, field] of [
      [`offers/${offer.id}`, { productId }, { productId: (await make('products', { name: 'Outro' })).id }, 'productId'],
      [`payment-links/${byAmount.id}`, { amount: 900, offerId: null }, { amount: 901 }, 'amount'],
      [`payment-links/${byAmount.id}`, { amount: 900 }, { offerId: offer.id }, 'offerId'],
      [`payment-links/${byOffer.id}`, { offerId: offer.id }, { offerId: (await offerOf()).id }, 'offerId'],
      [`payment-links/${byOffer.id}`, { offerId: offer.id, amount: null }, { amount: 1 }, 'amount'],
    ] as const) {
      const before = (await call('GET', path)).json()
      const refused = await call('PATCH', path, { ...other, enabled: false })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: `/${field}`, rule: 'fixed' }] })
      expect((await call('GET', path)).json()).toEqual(before)
      const changed = await call('PATCH', path, { ...same, enabled: true })
      expect(changed.statusCode, changed.body).toBe(200)
      expect(changed.json()).toEqual({ ...before, updatedAt: changed.json().updatedAt })
    }
  })
})

describe('what a seller makes', () => {
  it('is read, listed and changed, and the audit log says by whom', async () => {
    const product = await make('products', { name: 'Caneca', description: 'De louça', tangible: true })
    expect(product).toMatchObject({ imageUrl: null, tangible: true, createdByUser: 'API key seller' })
    const offer = await make('offers', { productId: product.id, ...OFFER, maxInstallments: 3, slug: 'caneca' })
    expect(offer).toMatchObject({ price: 5000, enabled: true, slug: 'caneca', maxInstallments: 3 })
    expect(offer.url).toBe(`${api.settings.publicUrl}/buy/caneca`)
    const link = await make('payment-links', { offerId: offer.id, maxUses: 2, expiresAt: '2090-01-01T00:00:00.000Z' })
    expect(link).toMatchObject({ offerId: offer.id, amount: null, uses: 0, maxUses: 2, state: 'open', enabled: true })
    for (const [path, made, change] of [
      ['products', product, { name: 'Caneca grande', description: null }],
      ['offers', offer, { price: 6000, enabled: false, maxInstallments: null }],
      ['payment-links', link, { title: 'Para você', maxUses: null }],
    ] as const) {
      expect((await call('GET', `${path}/${made.id}`)).json()).toMatchObject({
        ...made,
        ...(path === 'products' && { offerCount: 1 }),
      })
      const changed = (await call('PATCH', `${path}/${made.id}`, change)).json()
      const offerCount = path === 'products' ? { offerCount: 1 } : {}
      expect(changed).toEqual({ ...made, ...change, ...offerCount, updatedAt: changed.updatedAt })
      const [first] = (await call('GET', `${path}?limit=1`)).json().data
      expect(first).toEqual(changed)
    }
    await make('payment-links', { offerId: (await offerOf()).id })
    await make('payment-links', { amount: 900 })
    for (const [path, made] of [
      ['offers', offer],
      ['payment-links', link],
    ]) {
      const { data } = (await call('GET', `${path}?productId=${product.id}`)).json()
      expect(data.map(({ id }: { id: string }) => id)).toEqual([made.id])
      const theirs = await call('GET', `${path}?productId=${product.id}`, undefined, api.other.keys.seller)
      expect(theirs.json().data).toEqual([])
    }
    const audited = await api.database.writer.select().from(auditLog)
    const actions = ['product', 'offer', 'paymentLink'].flatMap((kind) => [`${kind}.create`, `${kind}.change`])
    expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(actions))
    expect(new Set(audited.map(({ actor }) => actor))).toEqual(new Set(['API key seller']))
  })

  it('is listed by its state: an offer that is on sale or paused, a link also when it has expired or is used up', async () => {
    const product = await make('products', { name: 'Por estado' })
    const of = (path: string, state: string) => call('GET', `${path}?productId=${product.id}&state=${state}`)
    const idsOf = async (path: string, state: string) =>
      (await of(path, state)).json().data.map(({ id }: { id: string }) => id)
    const offer = await make('offers', { productId: product.id, ...OFFER })
    const paused = await make('offers', { productId: product.id, ...OFFER, enabled: false })
    expect([await idsOf('offers', 'open'), await idsOf('offers', 'paused')]).toEqual([[offer.id], [paused.id]])
    expect((await of('offers', 'soldOut')).statusCode).toBe(400)
    const ended = '2020-01-01T00:00:00.000Z'
    const links = {
      open: [await make('payment-links', { offerId: offer.id, maxUses: 2 })],
      paused: [await make('payment-links', { offerId: offer.id, maxUses: 1 })],
      expired: [await make('payment-links', { offerId: offer.id, maxUses: 1 })],
      soldOut: [await make('payment-links', { offerId: offer.id, maxUses: 1 })],
    }
    const change = (values: Partial<typeof paymentLinks.$inferInsert>, of: { id: string }[]) =>
      api.database.writer
        .update(paymentLinks)
        .set(values)
        .where(
          inArray(
            paymentLinks.id,
            of.map(({ id }) => id),
          ),
        )
    await change({ uses: 1 }, Object.values(links).flat())
    await change({ enabled: false }, links.paused)
    await change({ expiresAt: ended }, [...links.paused, ...links.expired])
    for (const [state, made] of Object.entries(links)) {
      expect(await idsOf('payment-links', state), state).toEqual(made.map(({ id }) => id))
      const [first] = (await of('payment-links', state)).json().data
      expect(first.state).toBe(state)
    }
  })

  it('is listed page by page, newest first', async () => {
    const made = [await offerOf(), await offerOf(), await offerOf()].map(({ id }) => id)
    const first = (await call('GET', 'offers?limit=2')).json()
    const second = (await call('GET', `offers?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`)).json()
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(made.toReversed())
  })

  it('has addresses that cannot be guessed, or one that was chosen and belongs to it alone', async () => {
    const [one, other] = [await offerOf(), await offerOf()]
    for (const { slug } of [one, other]) expect(slug).toMatch(/^_[A-Za-z0-9_-]{22}$/)
    expect(one.slug).not.toBe(other.slug)
    for (const slug of ['azul-', '-azul', 'Azul', 'a', 'a'.repeat(61)]) {
      const [error] = (await call('PATCH', `offers/${one.id}`, { slug })).json().errors
      expect(error, slug).toMatchObject({ path: '/slug', rule: 'slug', message: expect.stringContaining('hyphens') })
    }
    await offerOf({ slug: 'a-azul' })
    const theirs = await call('POST', 'products', { name: 'Outra' }, api.other.keys.seller)
    const payload = { productId: theirs.json().id, ...OFFER, slug: 'a-azul' }
    for (const answer of [
      await call('POST', 'offers', payload, api.other.keys.seller),
      await call('PATCH', `offers/${one.id}`, { slug: 'a-azul' }),
    ]) {
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/slug', rule: 'taken' }] })
    }
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', 'offers', { productId, ...OFFER, slug: 'corrida' })),
    )
    expect(taken.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(422)])
  })

  it('chooses no more addresses than a platform may, also at the same moment; the ones that it has stay its own', async () => {
    const kept = await offerOf({ slug: 'o-primeiro' })
    const { sql } = api.database
    await sql`INSERT INTO chosen_addresses (slug, platform_id)
      SELECT 'escolhido-' || i, ${api.home.platformId} FROM generate_series(1, 998
        - (SELECT count(*) FROM chosen_addresses WHERE platform_id = ${api.home.platformId} AND slug !~ '^_')) i`
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) => call('PATCH', `offers/${kept.id}`, { slug: `corrida-${number}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 422, 422, 422])
    const more = await call('POST', 'offers', { productId, ...OFFER, slug: 'um-a-mais' })
    expect(more.json()).toMatchObject({ status: 422, errors: [{ path: '/slug', rule: 'maxAddresses' }] })
    expect((await offerOf()).slug).toMatch(/^_/)
    expect(await offerOf({ slug: 'o-primeiro' })).toMatchObject({ slug: 'o-primeiro' })
    expect((await call('PATCH', `offers/${kept.id}`, { price: 7000 })).statusCode).toBe(200)
    await sql`DELETE FROM chosen_addresses WHERE slug LIKE 'escolhido-%'`
    expect(await offerOf({ slug: 'um-a-mais' })).toMatchObject({ slug: 'um-a-mais' })
  })

  it('chooses fewer addresses in tests, which live mode pays for only where it takes them', async () => {
    const { sql } = api.database
    const test = await keyOf('test')
    const product = (await call('POST', 'products', { name: 'Ensaio' }, test)).json()
    const offer = (await call('POST', 'offers', { productId: product.id, ...OFFER }, test)).json()
    const inTest = (slug: string) => call('PATCH', `offers/${offer.id}`, { slug }, test)
    const live = (slug: string) => call('POST', 'offers', { productId, ...OFFER, slug })
    const fill = (platformId: string, most: number) => sql`INSERT INTO chosen_addresses (slug, platform_id)
      SELECT 'cheio-' || ${most}::int || '-' || i, ${platformId} FROM generate_series(1, ${most}::int
        - (SELECT count(*)::int FROM chosen_addresses WHERE platform_id = ${platformId} AND slug !~ '^_')) i`
    await fill(testTwinOf(api.home.platformId), 98)
    expect((await inTest('prova-1')).statusCode).toBe(200)
    expect((await inTest('prova-2')).statusCode).toBe(200)
    expect((await inTest('prova-3')).json()).toMatchObject({ status: 422, errors: [{ rule: 'maxAddresses' }] })
    expect((await inTest('prova-1')).statusCode).toBe(200)
    await fill(api.home.platformId, 998)
    expect((await live('venda')).statusCode).toBe(201)
    expect((await live('prova-2')).statusCode).toBe(201)
    expect((await inTest('prova-3')).statusCode).toBe(200)
    expect((await live('prova-1')).json()).toMatchObject({ status: 422, errors: [{ rule: 'maxAddresses' }] })
    expect((await live('venda-2')).json()).toMatchObject({ status: 422, errors: [{ rule: 'maxAddresses' }] })
    await sql`DELETE FROM chosen_addresses WHERE slug LIKE 'cheio-%'`
  })

  it('takes into live mode the address that it tried in tests, but none from live mode into tests', async () => {
    const test = await keyOf('test')
    const product = (await call('POST', 'products', { name: 'Ensaio' }, test)).json()
    const tried = await call('POST', 'offers', { productId: product.id, ...OFFER, slug: 'ensaio' }, test)
    expect(tried.statusCode).toBe(201)
    const live = () => call('POST', 'offers', { productId, ...OFFER, slug: 'ensaio' })
    expect((await live()).json()).toMatchObject({ errors: [{ path: '/slug', rule: 'taken' }] })
    expect((await call('PATCH', `offers/${tried.json().id}`, { slug: 'ensaio-2' }, test)).statusCode).toBe(200)
    const made = (await live()).json()
    expect(made).toMatchObject({ slug: 'ensaio' })
    expect((await call('PATCH', `offers/${made.id}`, { slug: 'estreia' })).statusCode).toBe(200)
    const back = await call('PATCH', `offers/${tried.json().id}`, { slug: 'ensaio' }, test)
    expect(back.json()).toMatchObject({ errors: [{ path: '/slug', rule: 'taken' }] })
  })

  it('keeps an address that was given up for the offer that was first', async () => {
    const { seller } = api.other.keys
    const offer = await offerOf({ slug: 'pao-de-mel' })
    expect((await call('PATCH', `offers/${offer.id}`, { slug: 'bolo' })).statusCode).toBe(200)
    const theirs = (await call('POST', 'products', { name: 'Outra' }, seller)).json()
    const payload = { productId: theirs.id, ...OFFER }
    const made = (await call('POST', 'offers', payload, seller)).json()
    for (const answer of [
      await call('POST', 'offers', { ...payload, slug: 'pao-de-mel' }, seller),
      await call('PATCH', `offers/${made.id}`, { slug: 'pao-de-mel' }, seller),
    ]) {
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/slug', rule: 'taken' }] })
    }
    expect((await call('GET', `offers/${made.id}`, undefined, seller)).json()).toEqual(made)
    expect(await offerOf({ slug: 'pao-de-mel' })).toMatchObject({ slug: 'pao-de-mel' })
    // Of an offer that is not theirs nothing is claimed.
    expect((await call('PATCH', `offers/${offer.id}`, { slug: 'livre' }, seller)).statusCode).toBe(404)
    expect(await offerOf({ slug: 'livre' })).toMatchObject({ slug: 'livre' })
  })

  it.each([
    ['products', { name: ' ' }, '/name'],
    ['offers', { ...OFFER, price: 0 }, '/price'],
    ['offers', { ...OFFER, paymentMethods: [] }, '/paymentMethods'],
    ['offers', { ...OFFER, slug: '_secret' }, '/slug'],
    ['offers', { ...OFFER, slug: 'Grande' }, '/slug'],
    ['offers', { ...OFFER, slug: '../charges' }, '/slug'],
    ['payment-links', {}, '/amount'],
    ['payment-links', { amount: 100, offerId: '019b5a2c-3d44-7e5f-8a1b-2c3d4e5f6a7b' }, '/amount'],
    ['payment-links', { offerId: '019b5a2c-3d44-7e5f-8a1b-2c3d4e5f6a7b' }, '/offerId'],
    ['payment-links', { amount: 100, maxUses: 0 }, '/maxUses'],
  ])('%s: %j is refused', async (path, payload, field) => {
    const answer = await call('POST', path, path === 'offers' ? { productId, ...payload } : payload)
    expect([400, 422]).toContain(answer.statusCode)
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(field)
  })

  it('ends when its seller says', async () => {
    const { id } = await make('payment-links', { amount: 700 })
    const state = async (change: object) => (await call('PATCH', `payment-links/${id}`, change)).json().state
    expect(await state({ expiresAt: '2020-01-01T00:00:00.000Z' })).toBe('expired')
    expect(await state({ expiresAt: null })).toBe('open')
    expect(await state({ enabled: false })).toBe('paused')
  })
})

describe('a charge for an offer', () => {
  const charge = (offerId: string, changes: object = {}) =>
    call('POST', 'charges', { ...NEW_CHARGE, items: undefined, offerId, ...changes })

  it('is made at its price, or a multiple of it, and names it', async () => {
    const { id } = await offerOf()
    for (const amount of [5000, 15000]) {
      const answer = await charge(id, { amount })
      expect(answer.statusCode, answer.body).toBe(201)
      expect(answer.json()).toMatchObject({ offerId: id, amount })
    }
  })

  it('keeps its terms', async () => {
    const offer = await offerOf({ maxInstallments: 2 })
    const paused = await offerOf({ enabled: false })
    const cases = [
      [offer.id, { amount: 4999 }, '/amount'],
      [offer.id, { amount: 5001 }, '/amount'],
      [offer.id, { paymentMethod: 'BILLET' }, '/paymentMethod'],
      [offer.id, { paymentMethod: 'CREDIT_CARD', installments: 3 }, '/installments'],
      [paused.id, {}, '/offerId'],
    ] as const
    for (const [id, changes, path] of cases) {
      const answer = await charge(id, changes)
      expect(answer.json(), JSON.stringify(changes)).toMatchObject({ status: 422, errors: [{ path }] })
    }
  })
})
