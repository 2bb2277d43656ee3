/** What a seller keeps with a thing comes back wherever the thing is shown, finds it, and is shown to that seller alone. */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { searchWords } from '../../db/schema/search.ts'
import { RECEIVER } from '../support/receivers.ts'
import { type SellerSystem, startSellerSystem } from '../support/seller-system.ts'
import { type Shelter, startShelter } from '../support/shelter.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }
const METADATA = { loja: 'Filial São João', 'erp.pedido': 'NF-20261123/7', vazio: '' }

type Asked = [path: string, payload?: object]

let api: ChargingApi
let shelter: Shelter
let shelterAccount: string
let system: SellerSystem
beforeAll(async () => {
  shelter = await startShelter()
  api = await startChargingApi()
  await api.connect('ASAAS', { priority: 1 })
  shelterAccount = (await api.addAccount(api.home, 'ABRIGO', { baseUrl: shelter.baseUrl })).id
  system = await startSellerSystem()
  await call('POST', '/v1/webhook-endpoints', { url: system.url, events: ['*'] })
})
afterAll(async () => {
  await api?.close()
  await system?.close()
  shelter?.close()
})

const ask = (method: string, [path, payload]: Asked, key = api.home.keys.admin) =>
  api.call(key, method, path, { payload })
const call = async (method: string, ...asked: Asked) => {
  const answer = await ask(method, asked)
  expect(answer.statusCode, `${method} ${asked[0]}: ${answer.body}`).toBeLessThan(300)
  return answer.json()
}

async function paidCharge(): Promise<string> {
  const { id, transactionId } = await call('POST', '/v1/charges', NEW_CHARGE)
  await api.payUntold('ASAAS', transactionId)
  // Not expect.poll: it is also waited for outside of tests.
  await vi.waitFor(async () => expect((await call('GET', `/v1/charges/${id}`)).status).toBe('APPROVED'), {
    timeout: 60_000,
    interval: 100,
  })
  return id
}

const MAKERS: { list: string; make(metadata: unknown): Promise<Asked> }[] = [
  { list: 'charges', make: async (metadata) => ['/v1/charges', { ...NEW_CHARGE, metadata }] },
  { list: 'withdrawals', make: async (metadata) => ['/v1/withdrawals', { ...PIX, metadata }] },
  {
    list: 'receivers',
    make: async (metadata) => ['/v1/receivers', { ...RECEIVER, providerAccountId: shelterAccount, metadata }],
  },
  {
    list: 'refunds',
    make: async (metadata) => [`/v1/charges/${await paidCharge()}/refunds`, { amount: 100, metadata }],
  },
]

describe.each(MAKERS)('metadata of $list', ({ list, make }) => {
  let id: string
  beforeAll(async () => {
    const made = await call('POST', ...(await make(METADATA)))
    id = made.id
    expect(made.metadata).toEqual(METADATA)
    await call('POST', ...(await make(undefined)))
  })

  it('is shown again, and in the list', async () => {
    expect((await call('GET', `/v1/${list}/${id}`)).metadata).toEqual(METADATA)
    const shown = (await call('GET', `/v1/${list}`)).data.map((row: { metadata: object }) => row.metadata)
    expect(shown).toEqual(expect.arrayContaining([METADATA, {}]))
  })

  it.each(['Filial', 'sao joao', 'nf-20261123/7', 'erp.pedido:NF-20261123/7', 'loja:filial'])(
    'finds it by "%s"',
    async (q) => {
      const found = async (key: string) =>
        (await ask('GET', [`/v1/${list}?${new URLSearchParams({ q })}`], key))
          .json()
          .data.map((row: { id: string }) => row.id)
      expect(await found(api.home.keys.seller)).toEqual([id])
      expect(await found(api.other.keys.seller)).toEqual([])
    },
  )

  it('goes to no provider', async () => {
    const sent = JSON.stringify(await call('GET', `/v1/${list}/${id}/attempts`))
    expect(sent).toContain('"exchange":[{')
    for (const value of ['Filial', 'NF-2026', 'erp.pedido']) expect(sent).not.toContain(value)
  })

  it('is in what the seller is told', async () => {
    const told = () => system.arrived.find(({ body }) => body.data.id === id)?.body.data.metadata
    shelter.script.status = 'open'
    await expect.poll(told).toEqual(METADATA)
  })
})

describe('each of as many facts as there may be', () => {
  const name = (at: number) => `${'k'.repeat(38)}${at + 10}`
  const facts = (textOf: (at: number) => string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [name(at), textOf(at)]))
  const finds = async (q: string) =>
    (await call('GET', `/v1/charges?${new URLSearchParams({ q })}`)).data.map((row: { id: string }) => row.id)

  it('finds its charge by an id of 36 letters, and by its name and that', async () => {
    const values = Array.from({ length: 50 }, () => crypto.randomUUID())
    const { id } = await call('POST', '/v1/charges', { ...NEW_CHARGE, metadata: facts((at) => values[at] ?? '') })
    for (const [at, value] of values.entries()) {
      expect(await finds(value)).toEqual([id])
      expect(await finds(`${name(at)}:${value}`)).toEqual([id])
    }
  })

  it('finds it by the beginning of its value where all are of 500 letters', async () => {
    const value = (at: number) => `nota fiscal ${at}z de ${'entrega '.repeat(70)}`.slice(0, 490) + ` fim${at}z`
    const { id } = await call('POST', '/v1/charges', { ...NEW_CHARGE, metadata: facts(value) })
    for (const at of [0, 24, 49]) {
      expect(await finds(`fiscal ${at}z`)).toEqual([id])
      expect(await finds(`fim${at}z`)).toEqual([])
    }
  })
})

describe('metadata that breaks a rule', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))
  it.each<[name: string, metadata: unknown, status?: number]>([
    ['51 keys', many(51)],
    ['an empty key', { '': 'v' }],
    ['a key with a space', { 'my key': 'v' }],
    ['a key with a colon', { 'a:b': 'v' }],
    ['a key of 41 letters', { ['k'.repeat(41)]: 'v' }],
    ['a value of 501 letters', { k: 'v'.repeat(501) }, 422],
    ['a number', { k: 5 }],
    ['something nested', { k: { l: 'v' } }],
    ['nothing', null],
    ['a list', ['v']],
  ])('is refused: %s', async (_, metadata, status = 400) => {
    for (const { list, make } of MAKERS.filter((maker) => maker.list !== 'refunds')) {
      const answer = await ask('POST', await make(metadata))
      expect(answer.statusCode, `${list}: ${answer.body}`).toBe(status)
    }
  })

  it('is told what a name of it is', async () => {
    const message = 'must be a name of 1 to 40 letters, digits, dots, hyphens and underscores'
    for (const { make } of MAKERS.filter((maker) => maker.list !== 'refunds')) {
      const { errors } = (await ask('POST', await make({ 'my key': 'v', fine: 'v' }))).json()
      expect(errors).toEqual([{ path: '/metadata/my key', rule: 'additionalProperties', message }])
    }
  })

  it.each([
    ['{"__proto__":"x"}', '/metadata/__proto__'],
    ['{"__proto__":{"polluted":"x"}}', '/metadata/__proto__'],
    ['{"constructor":{"prototype":{"polluted":"x"}}}', '/metadata/constructor/prototype'],
  ])('is told of a prototype’s name where it stands: %s', async (metadata, path) => {
    for (const { list, make } of MAKERS.filter((maker) => maker.list !== 'refunds')) {
      const [url, body] = await make(undefined)
      const payload = `${JSON.stringify(body).slice(0, -1)},"metadata":${metadata}}`
      const headers = { 'content-type': 'application/json' }
      const answer = await api.call(api.home.keys.admin, 'POST', url, { payload, headers })
      const error = { path, rule: 'forbiddenName', message: 'cannot be the name of a field' }
      expect(answer.json(), list).toMatchObject({ status: 400, code: 'malformed_request', errors: [error] })
    }
    expect({}).not.toHaveProperty('polluted')
  })

  it('is not a key that objects have a property for', async () => {
    const metadata = { constructor: 'a', prototype: 'b', toString: 'c', hasOwnProperty: 'd' }
    const { id, metadata: shown } = await call('POST', '/v1/charges', { ...NEW_CHARGE, metadata })
    expect(shown).toEqual(metadata)
    expect((await call('GET', `/v1/charges/${id}`)).metadata).toEqual(metadata)
  })

  it('is not what has many words, of which no more are kept than a list is worth', async () => {
    const words = (at: number) =>
      Array.from({ length: 33 }, (_, i) => `${((at * 33 + i) % 1296).toString(36)}x`).join(' ')
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, words(at)]))
    const { id } = await call('POST', '/v1/charges', { ...NEW_CHARGE, metadata: full })
    expect(await api.database.writer.$count(searchWords, eq(searchWords.id, id))).toBeLessThan(1300)
  })

  it('is not what fits: 50 keys of 40 letters with values of 500', async () => {
    const full = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${'k'.repeat(38)}${i + 10}`, 'á b '.repeat(125)]),
    )
    expect((await call('POST', '/v1/charges', { ...NEW_CHARGE, metadata: full })).metadata).toEqual(full)
  })
})

describe('a request for a movement', () => {
  const MOST_BYTES = 64 * 1024
  const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value))
  const tooLarge = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`k${at}`, '😀'.repeat(500)]))

  it.each(MAKERS)('is refused in $list where it is too large', async ({ make }) => {
    const refused = { status: 422, errors: [{ path: '/metadata', rule: 'maxSize' }] }
    expect((await ask('POST', await make(tooLarge))).json()).toMatchObject(refused)
  })

  it('may be as large as is documented, and no byte larger', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'ã'.repeat(500)]))
    const bare = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, title: 'é', unitPrice: 1, quantity: 1 }))
    const left = MOST_BYTES - bytesOf({ ...NEW_CHARGE, metadata, items: bare })
    const padded = (more: number) =>
      bare.map((item, at) => ({
        ...item,
        title: item.title + 'x'.repeat(Math.floor(left / bare.length) + (at === 0 ? (left % bare.length) + more : 0)),
      }))
    const charge = (more: number) => ({ ...NEW_CHARGE, metadata, items: padded(more) })
    expect([bytesOf(charge(0)), bytesOf(charge(1))]).toEqual([MOST_BYTES, MOST_BYTES + 1])
    await call('POST', '/v1/charges', charge(0))
    const { errors } = (await ask('POST', ['/v1/charges', charge(1)])).json()
    expect(errors).toEqual([
      { path: '/metadata', rule: 'maxSize', message: 'makes the request larger than 64 kB of JSON' },
    ])
  })

  it("counts what only a receiver's provider asks for", async () => {
    const asked = { ...RECEIVER, providerAccountId: shelterAccount, providerData: { papers: ['x'.repeat(MOST_BYTES)] } }
    const refused = { status: 422, errors: [{ path: '/providerData', rule: 'maxSize' }] }
    expect((await ask('POST', ['/v1/receivers', asked])).json()).toMatchObject(refused)
  })
})

describe('whatever text a value has', () => {
  it('comes back as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (value) => {
        const answer = await ask('POST', ['/v1/charges', { ...NEW_CHARGE, metadata: { value } }])
        if (value.includes('\0')) return void expect(answer.statusCode, answer.body).toBe(400)
        expect(answer.statusCode, answer.body).toBe(201)
        expect(answer.json().metadata).toEqual({ value })
      }),
      { numRuns: 25 },
    )
  })
})
