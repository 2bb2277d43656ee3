/** Receivers over HTTP, at a provider made for this: it opens them in two requests and approves them when it is told to. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Receiver } from '../../api/schemas/receiver.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { registerShelter } from '../support/shelter.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

registerShelter()

type Reply = (response: ServerResponse) => void
const answer =
  (status: number, body: object): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const hangUp: Reply = (response) => response.destroy()

/** What the provider answers next, then always. */
const script = { accounts: [] as Reply[], papers: [] as Reply[], status: 'waiting' }
const calls: { route: string; body: Record<string, unknown> }[] = []
let server: Server
let api: ChargingApi
let accountId: string
let directory: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const route = `${request.method} ${pathname.replace(/acc_\d+/, ':id')}`
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {}
    calls.push({ route, body })
    const id = /acc_\d+/.exec(pathname)?.[0] ?? `acc_${calls.length}`
    const account = answer(200, { id, live_api_token: 'lat-very-secret', status: script.status })
    if (route === 'POST /accounts') return (script.accounts.shift() ?? account)(response)
    if (route === 'POST /accounts/:id/papers') return (script.papers.shift() ?? answer(200, {}))(response)
    return id === 'acc_0' ? answer(404, { message: 'unknown' })(response) : account(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  directory = mkdtempSync(join(tmpdir(), 'trilho-receivers-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  api = await startChargingApi({
    settings: { publicUrl, storage: { type: 'local', directory } },
    creationWaitMs: 4_000,
  })
  await api.app.listen({ port, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  accountId = (await api.addAccount(api.home, 'ABRIGO', { baseUrl })).id
})
afterAll(async () => {
  await api?.close()
  server?.close().closeAllConnections()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => {
  Object.assign(script, { accounts: [], papers: [], status: 'waiting' })
  calls.length = 0
})

const NEW_RECEIVER = {
  name: 'Ana Souza',
  document: '529.982.247-25',
  documentType: 'CPF',
  email: 'ana@example.com',
  address: {
    street: 'Av. Paulista',
    number: '1000',
    zipcode: '01310-100',
    city: 'São Paulo',
    district: 'Bela Vista',
    state: 'sp',
  },
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '56789',
    accountDigit: '0',
    accountType: 'CHECKING',
  },
}
const post = (changes: object = {}, headers = {}) =>
  api.call(api.home.keys.seller, 'POST', '/v1/receivers', { payload: { ...NEW_RECEIVER, ...changes }, headers })
const get = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/receivers/${id}`)).json()
const until = (id: string, wanted: object) =>
  expect.poll(() => get(id), { timeout: 15_000, interval: 100 }).toMatchObject(wanted)
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/receiver%2F${id}/${action}`, payload ? { payload } : {})
const made = () => calls.filter(({ route }) => route === 'POST /accounts').length

describe('a new receiver', () => {
  it('is opened at its provider, waits for its approval, and keeps its token sealed', async () => {
    const created = await post({ providerData: { incomeValue: 500000 } })
    expect(created.statusCode).toBe(201)
    const receiver = created.json()
    expect(Value.Errors(Receiver, receiver)).toEqual([])
    expect(receiver).toMatchObject({
      receiverId: expect.stringMatching(/^acc_/),
      receiverProvider: 'ABRIGO',
      providerAccountId: accountId,
      document: '52998224725',
      status: 'PENDING',
      needsAttention: false,
      workflow: { workflowId: `receiver/${receiver.id}` },
    })
    expect(receiver).not.toHaveProperty('receiverToken')
    expect(calls[0]?.body).toEqual({ ref: receiver.id.replaceAll('-', ''), document: '52998224725', income: 500000 })

    expect(await get(receiver.id)).toMatchObject({ receiverToken: 'lat-very-secret' })
    const kept = await api.database.sql`SELECT to_jsonb(r)::text AS row FROM receivers r`
    expect(JSON.stringify(kept)).not.toContain('lat-very-secret')
    const listed = await api.call(api.home.keys.seller, 'GET', '/v1/receivers?status=PENDING&provider=ABRIGO')
    expect(listed.json().data.map(({ id }: { id: string }) => id)).toContain(receiver.id)
    expect(listed.body).not.toContain('lat-very-secret')

    script.status = 'open'
    await until(receiver.id, { status: 'ACTIVE', balance: 1234 })
  })

  it('may be active at once', async () => {
    script.status = 'open'
    expect((await post()).json()).toMatchObject({ status: 'ACTIVE' })
  })

  it('is opened once under its key', async () => {
    const headers = { 'idempotency-key': 'one-receiver' }
    const [first, again] = [await post({}, headers), await post({}, headers)]
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(made()).toBe(1)
  })

  it("takes the person's papers from our store to the provider, and keeps them out of the exchange", async () => {
    const paper = Buffer.from('a photo of a document')
    const asked = await api.call(api.home.keys.seller, 'POST', '/v1/uploads', {
      payload: { fileName: 'rg.png', contentType: 'image/png', purpose: 'photoDocument' },
    })
    const { uploadUrl, headers, publicUrl } = asked.json()
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(paper) })).status).toBe(200)
    const created = await post({ documents: { photoDocument: publicUrl } })
    expect(created.statusCode).toBe(201)
    expect(calls[1]?.body).toEqual({ files: { photoDocument: paper.toString('base64') } })
  })

  it('is refused in the words of its provider', async () => {
    script.accounts.push(answer(422, { message: 'Banco não suportado, tente outro.' }))
    const refused = await post()
    expect(refused.json()).toMatchObject({
      status: 502,
      code: 'provider_refused',
      detail: 'Banco não suportado, tente outro.',
    })
    expect(await get(refused.json().receiverId)).toMatchObject({
      status: 'REJECTED',
      failureMessage: 'Banco não suportado, tente outro.',
    })
  })

  it('goes on from the step that failed when the provider was busy, without a second sub-account', async () => {
    script.papers.push(answer(429, { message: 'busy' }))
    const created = await post()
    expect(created.statusCode).toBe(201)
    expect(calls.map(({ route }) => route).slice(0, 3)).toEqual([
      'POST /accounts',
      'POST /accounts/:id/papers',
      'POST /accounts/:id/papers',
    ])
  })

  it.each([
    [{ document: '52998224726' }, 422, '/document'],
    [{ documentType: 'CNPJ' }, 422, '/document'],
    [{ address: { ...NEW_RECEIVER.address, zipcode: '00000-000', state: 'XX' } }, 422, '/address/state'],
    [{ bankAccount: { ...NEW_RECEIVER.bankAccount, bankCode: '34' } }, 422, '/bankAccount/bankCode'],
    [{ documents: { addressProof: 'https://elsewhere.example/secret.pdf' } }, 422, '/documents/addressProof'],
  ])('%j is refused before anything is written', async (changes, status, path) => {
    const refused = await post(changes)
    expect(refused.json()).toMatchObject({ status })
    expect(refused.json().errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(made()).toBe(0)
  })

  it('is not opened at a provider that has none', async () => {
    const { id } = await api.connect('TREEAL')
    const refused = await post({ providerAccountId: id })
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'method_not_supported',
      detail: 'Method not implemented.',
    })
  })
})

describe('a receiver of which nobody knows whether it was opened', () => {
  const lost = async () => {
    script.accounts.push(hangUp)
    const created = await post()
    expect(created.statusCode).toBe(202)
    expect(created.json()).toMatchObject({ status: 'PENDING', needsAttention: true, attention: 'unknownOutcome' })
    expect(made()).toBe(1)
    return created.json().id as string
  }

  it('is not opened again unless a person says so', async () => {
    const id = await lost()
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
    await until(id, { receiverId: expect.stringMatching(/^acc_/), needsAttention: false })
    expect(made()).toBe(2)
  })

  it("takes the provider's id from a person, once the provider knows it", async () => {
    const id = await lost()
    await operate(id, 'resolve', { outcome: 'created', transactionId: 'acc_0' })
    await expect.poll(() => calls.some(({ route }) => route === 'GET /accounts/:id')).toBe(true)
    await until(id, { receiverId: null, needsAttention: true })
    script.status = 'open'
    await operate(id, 'resolve', { outcome: 'created', transactionId: 'acc_77' })
    await until(id, { receiverId: 'acc_77', status: 'ACTIVE', needsAttention: false })
    expect(made()).toBe(1)
  })

  it('can be given up', async () => {
    const id = await lost()
    expect((await operate(id, 'cancel')).statusCode).toBe(202)
    await until(id, { status: 'REJECTED', needsAttention: false })
    expect((await operate(id, 'retry')).statusCode).toBe(409)
  })
})

it('nobody decides about a receiver that asks nobody, or is not theirs', async () => {
  const { id } = (await post()).json()
  expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409, code: 'conflict' })
  const theirs = await api.call(api.other.keys.admin, 'POST', `/v1/operations/receiver%2F${id}/cancel`)
  expect(theirs.statusCode).toBe(404)
})
