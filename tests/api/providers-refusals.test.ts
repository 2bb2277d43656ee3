/** What a provider's refusal becomes: the specification's messages, as the caller of the API reads them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ADDRESS,
  type ChargingApi,
  NEW_CARD,
  NEW_CHARGE,
  startChargingApi,
  untilTaken,
  waitingBriefly,
} from './charging.ts'
import {
  type Answer,
  type Asked,
  NOT_CONNECTED,
  REFUSALS,
  TAKING_NO_KEYS,
  WITHOUT_A_WORD,
} from './refused-by-providers.ts'

let api: ChargingApi
let server: Server
let stub = ''
/** How the providers answer, and whether they give tokens. */
const script: { answer: Answer | ((url: string) => Answer); tokens: boolean } = { answer: WITHOUT_A_WORD, tokens: true }

const DAY_MS = 24 * 60 * 60_000

const TOKEN = { access_token: 't', accessToken: 't', token: 't', token_type: 'Bearer', expires_in: 3600 }
const isForToken = (url: string) => /token|login|auth/.test(url) && !url.includes('card')

beforeAll(async () => {
  api = await startChargingApi()
  const certificate = await (await fetch(`${api.sandbox.url}/_control/treeal/client.pem`)).text()
  server = createServer((request, response) => {
    const { url = '' } = request.resume()
    if (url === '/client.pem') return response.end(certificate)
    const token: Answer = script.tokens ? { status: 200, body: TOKEN } : { status: 401 }
    const answer = typeof script.answer === 'function' ? script.answer(url) : script.answer
    const { status, body = {} } = isForToken(url) ? token : answer
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  Object.assign(script, { answer: WITHOUT_A_WORD, tokens: true })
  await withCertificates(`${stub}/client.pem`)
})
afterAll(async () => {
  server?.close().closeAllConnections()
  await api?.close()
})

const seller = () => api.home.keys.seller
async function withCertificates(url: string | null): Promise<void> {
  const payload = { certCashInUrl: url, certCashOutUrl: url }
  const answer = await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
  expect(answer.statusCode).toBe(200)
}

/** An account with the keys of the fake, at every host of the stub. */
async function connect(code: string): Promise<string> {
  const known = api.sandbox.accounts.find(({ provider }) => provider === code)
  const hosts = (known?.baseUrl ?? stub).split('|')
  return (await api.connect(code, { baseUrl: hosts.map((host) => `${stub}${URL.parse(host)?.pathname}`).join('|') })).id
}

const post = async (path: string, payload: object): Promise<{ detail?: string }> =>
  (await api.call(seller(), 'POST', path, { payload })).json()

const ASK: Record<Asked, (code: string) => Promise<string | undefined>> = {
  charge: async (code: string) => {
    const orderId = crypto.randomUUID()
    await post('/v1/charges', { ...NEW_CHARGE, orderId, providerAccountId: await connect(code) })
    const { data } = (await api.call(seller(), 'GET', `/v1/charges?orderId=${orderId}`)).json()
    return data[0].failureMessage
  },
  withdrawal: async (code: string) => {
    const asked = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF', name: 'Ana Souza' }
    const account = { document: '529.982.247-25', documentType: 'CPF', providerAccountId: await connect(code) }
    return (await post('/v1/withdrawals', { ...asked, ...account })).detail
  },
  refund: async (code: string) => {
    const made = { provider: code, providerAccountId: await connect(code), transactionId: crypto.randomUUID() }
    // Of a payment of this minute, what is not found may not be shown yet.
    const paid = { status: 'APPROVED' as const, paidAt: new Date(Date.now() - DAY_MS).toISOString() }
    const { id } = await api.addCharge(api.home, { ...made, ...paid })
    return (await post(`/v1/charges/${id}/refunds`, {})).detail
  },
  card: async (code: string) =>
    (await post('/v1/cards', { ...NEW_CARD, providerAccountId: await connect(code) })).detail,
  /** Of the account's keys: a transaction that does not exist is asked for. */
  test: async (code: string) => {
    const path = `/v1/provider-accounts/${await connect(code)}/test`
    return (await api.call(api.home.keys.admin, 'POST', path)).json().lastTest.message
  },
}

describe.each(REFUSALS)('a %s that %s refuses', (what, code, message, answer) => {
  it(message, async () => {
    script.answer = answer
    expect(await ASK[what](code)).toBe(message)
  })
})

it.each(TAKING_NO_KEYS)('%s that takes no keys: %s', async (code, message) => {
  script.tokens = false
  expect(await ASK.charge(code)).toBe(message)
})

it('a boleto whose PDF is not there: Error on upload pdf', async () => {
  const boleto = { id: 7, status: 'created', amount: 50, bank_slip: { digitable_line: '1'.repeat(47) } }
  script.answer = (url) => (url.endsWith('/pdf') ? { status: 404 } : { status: 200, body: boleto })
  const account = { paymentMethod: 'BILLET', address: ADDRESS, providerAccountId: await connect('TRANSFEERA') }
  const payload = { ...NEW_CHARGE, ...account }
  const ask = () => api.call(seller(), 'POST', '/v1/charges', { payload })
  const { id } = (await untilTaken(() => waitingBriefly(api, ask))).json()
  const attempts = async () => (await api.call(seller(), 'GET', `/v1/charges/${id}/attempts`)).json().data
  await expect.poll(attempts).toMatchObject([{ errorMessage: 'Error on upload pdf' }])
})

it('OWENPAY without a certificate: Falha na configuração dos certificados SSL', async () => {
  await withCertificates(null)
  expect(await ASK.charge('OWENPAY')).toBe('Falha na configuração dos certificados SSL')
})

it.each(NOT_CONNECTED)('an account at %s with %j is not connected: %s', async (provider, keys, message) => {
  const payload = { provider, name: provider, baseUrl: stub, ...keys }
  const answer = await api.call(api.home.keys.admin, 'POST', '/v1/provider-accounts', { payload })
  expect(answer.statusCode).toBe(422)
  const { detail, errors } = answer.json()
  expect(detail).toContain(message)
  expect(errors).toEqual([
    { path: expect.stringMatching(/^\/(?:publicKey|secretKey)$/), rule: 'provider', message: detail },
  ])
})
