/** What a provider needs of a charge: said before anything is sent, all at once, and known to the seller who chooses a provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const { phone: _phone, ...WITHOUT_PHONE } = NEW_CHARGE.customer

let api: ChargingApi
let asaas: { id: string }
let mercadoPago: { id: string }
beforeAll(async () => {
  api = await startChargingApi()
  asaas = await api.connect('ASAAS', { priority: 50 })
  mercadoPago = await api.connect('MERCADOPAGO', { priority: 1 })
})
afterAll(() => api?.close())

const seller = () => api.home.keys.seller
const charge = (changes: object) =>
  api.call(seller(), 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, ...changes } })
const count = async () => (await api.call(seller(), 'GET', '/v1/charges?limit=100')).json().data.length
async function asaasCard(): Promise<string> {
  const answer = await api.call(seller(), 'POST', '/v1/cards', {
    payload: { ...NEW_CARD, providerAccountId: asaas.id },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json().cardId
}

describe('GET /v1/providers', () => {
  it('says which fields of a charge each provider needs, by payment method', async () => {
    const { data } = (await api.call(seller(), 'GET', '/v1/providers')).json()
    const requires = (wanted: string) => data.find(({ code }: { code: string }) => code === wanted).requires
    expect(requires('ASAAS')).toEqual({
      CREDIT_CARD: ['customer.phone', 'address.zipCode', 'address.number', 'customerIp'],
    })
    expect(requires('MERCADOPAGO').BILLET).toHaveLength(6)
    expect(requires('TREEAL')).toEqual({})
  })

  it('says what each provider needs of a receiver', async () => {
    const { data } = (await api.call(seller(), 'GET', '/v1/providers')).json()
    type Row = { code: string; receiverRequires: string[] }
    const needing = (data as Row[]).filter(({ receiverRequires }) => receiverRequires.length > 0)
    expect(Object.fromEntries(needing.map(({ code, receiverRequires }) => [code, receiverRequires]))).toEqual({
      ABMEXSPLIT: ['cnpj'],
      ASAAS: ['income'],
      IUGU: ['documents'],
      PAGARME: ['registration'],
      PAGARMEBAAS: ['registration'],
    })
  })

  it('says which settings of the platform each provider rests on', async () => {
    const { data } = (await api.call(seller(), 'GET', '/v1/providers')).json()
    type Row = { code: string; platformRequires: string[] }
    const resting = (data as Row[]).filter(({ platformRequires }) => platformRequires.length > 0)
    expect(Object.fromEntries(resting.map(({ code, platformRequires }) => [code, platformRequires]))).toEqual({
      IUGU: ['privateKey'],
      ONZ: ['certCashInUrl', 'certCashOutUrl'],
      OWENPAY: ['certCashInUrl'],
      PAGARME: ['defaultReceiverId'],
      PAGARMEBAAS: ['defaultReceiverId'],
      PODPAY: ['certCashInUrl', 'certCashOutUrl', 'defaultReceiverId'],
      TREEAL: ['certCashInUrl', 'certCashOutUrl', 'defaultReceiverId'],
      VILLET: ['defaultReceiverId'],
      VOLUTI: ['certCashInUrl', 'certCashOutUrl'],
    })
  })

  it('is not sent again to a client that has it', async () => {
    const ask = (headers: Record<string, string>, key: string | null = seller(), path = '/v1/providers') =>
      api.call(key, 'GET', path, { headers })
    const { headers, body } = await ask({})
    const tag = String(headers.etag)
    expect(headers['cache-control']).toBe('private, no-cache')
    for (const known of [tag, `W/${tag}`]) {
      expect(await ask({ 'if-none-match': known })).toMatchObject({ statusCode: 304, body: '', headers: { etag: tag } })
    }
    expect(await ask({ 'if-none-match': '"another"' })).toMatchObject({ statusCode: 200, body })
    expect(await ask({ 'if-none-match': tag }, seller(), '/v1/providers?limit=1')).toMatchObject({ statusCode: 200 })
    expect(await ask({ 'if-none-match': tag }, null)).toMatchObject({ statusCode: 401 })
  })
})

describe('a charge that lacks what its provider needs', () => {
  it('is refused with every missing field at once, and leaves nothing behind', async () => {
    const before = await count()
    const answer = await charge({ paymentMethod: 'CREDIT_CARD', cardId: await asaasCard(), customer: WITHOUT_PHONE })
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'rule_broken',
      detail: 'Asaas needs customer.phone, address.zipCode, address.number',
      errors: ['/customer/phone', '/address/zipCode', '/address/number'].map((path) => ({ path, rule: 'required' })),
    })
    expect(await count()).toBe(before)
  })

  it('goes to the provider that is told enough, though it comes later', async () => {
    const { provider } = (await charge({ paymentMethod: 'BILLET' })).json()
    expect(provider).toBe('ASAAS')
  })

  it('goes to the preferred provider when that is told enough too', async () => {
    const { provider } = (await charge({ paymentMethod: 'BILLET', address: ADDRESS })).json()
    expect(provider).toBe('MERCADOPAGO')
  })

  it('is refused by an account that was asked for by name, also where another account could do it', async () => {
    const answer = await charge({ paymentMethod: 'BILLET', providerAccountId: mercadoPago.id })
    expect(answer.json()).toMatchObject({ status: 422, detail: expect.stringMatching(/^Mercado Pago needs address/) })
  })
})

describe("the buyer's address on the network", () => {
  const sentIps = async (id: string): Promise<string[]> => {
    const { data } = (await api.call(seller(), 'GET', `/v1/charges/${id}/attempts`)).json()
    const bodies = data.flatMap(({ exchange }: { exchange: { requestBody: string | null }[] }) =>
      exchange.map(({ requestBody }) => requestBody ?? ''),
    )
    return bodies.flatMap((body: string) => [...body.matchAll(/"remoteIp":"([^"]+)"/g)].map(([, ip]) => ip))
  }

  it.each([
    ['is that of the request when a card charge does not say it', {}, '203.0.113.9'],
    ['is what the seller says it is', { customerIp: '198.51.100.7' }, '198.51.100.7'],
  ])('%s', async (_, changes, expected) => {
    const cardId = await asaasCard()
    const answer = await api.call(seller(), 'POST', '/v1/charges', {
      payload: { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, address: ADDRESS, ...changes },
      remoteAddress: '203.0.113.9',
    })
    expect(answer.json()).toMatchObject({ status: 'APPROVED', provider: 'ASAAS' })
    expect(new Set(await sentIps(answer.json().id))).toEqual(new Set([expected]))
  })
})
