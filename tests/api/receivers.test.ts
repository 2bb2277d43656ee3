/** Receivers over HTTP, at a provider made for this: it opens them in two requests and approves them when it is told to. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Receiver, ReceiverAttempts, ReceiverEvents } from '../../api/schemas/receiver.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { RECEIVER } from '../support/receivers.ts'
import { hangUp, reply, SHELTER_TOKEN, type Shelter, startShelter, UNKNOWN_ACCOUNT } from '../support/shelter.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'
import { PHOTO } from './papers.ts'

let shelter: Shelter
let api: ChargingApi
let accountId: string
let directory: string

beforeAll(async () => {
  shelter = await startShelter()
  directory = mkdtempSync(join(tmpdir(), 'trilho-receivers-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  api = await startChargingApi({
    settings: { publicUrl, storage: { type: 'local', directory } },
  })
  await api.app.listen({ port, host: '127.0.0.1' })
  accountId = (await api.addAccount(api.home, 'ABRIGO', { baseUrl: shelter.baseUrl })).id
})
afterAll(async () => {
  await api?.close()
  shelter?.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => shelter.reset())

async function uploaded(purpose: string): Promise<string> {
  const payload = { fileName: 'rg.png', contentType: 'image/png', purpose }
  const asked = await api.call(api.home.keys.seller, 'POST', '/v1/uploads', { payload })
  const { uploadUrl, headers, publicUrl } = asked.json()
  expect((await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(PHOTO) })).status).toBe(200)
  return publicUrl
}

const NEW_RECEIVER = { ...RECEIVER, address: { ...RECEIVER.address, state: 'sp' } }
const post = (changes: object = {}, headers = {}) =>
  api.call(api.home.keys.seller, 'POST', '/v1/receivers', { payload: { ...NEW_RECEIVER, ...changes }, headers })
const get = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/receivers/${id}`)).json()
const until = (id: string, wanted: object) =>
  expect.poll(() => get(id), { timeout: 60_000, interval: 100 }).toMatchObject(wanted)
/** Without the questions that are asked all the time. */
const sent = () => shelter.calls.filter(({ route }) => route.startsWith('POST'))
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/receiver%2F${id}/${action}`, { payload })

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
      receiverToken: null,
      workflow: { workflowId: `receiver/${receiver.id}` },
    })
    expect(receiver).not.toHaveProperty('bankAccount')
    expect(sent()[0]?.body).toEqual({
      ref: receiver.id.replaceAll('-', ''),
      document: '52998224725',
      income: 500000,
    })

    const alone = await get(receiver.id)
    expect(Value.Errors(Receiver, alone)).toEqual([])
    expect(alone).toMatchObject({ receiverToken: null })
    const told = { bankCode: '341', branchNumber: '1234', accountLastDigits: '89', accountType: 'CHECKING' }
    expect(alone.bankAccount).toEqual(told)
    expect(JSON.stringify(alone.bankAccount)).not.toContain('56789')
    expect(JSON.stringify(alone)).not.toContain(SHELTER_TOKEN)
    const kept = await api.database.sql`SELECT to_jsonb(r)::text AS row FROM receivers r`
    expect(JSON.stringify(kept)).not.toContain(SHELTER_TOKEN)
    const listed = await api.call(api.home.keys.seller, 'GET', '/v1/receivers?status=PENDING&provider=ABRIGO')
    expect(listed.json().data.map(({ id }: { id: string }) => id)).toContain(receiver.id)
    expect(listed.body).not.toContain(SHELTER_TOKEN)
    expect(listed.json().data[0]).not.toHaveProperty('bankAccount')

    const attempts = (await get(`${receiver.id}/attempts`)).data
    expect(Value.Errors(ReceiverAttempts, { data: attempts, nextCursor: null })).toEqual([])
    const { receiverId } = receiver
    expect(attempts).toMatchObject([{ provider: 'ABRIGO', state: 'answered', outcome: 'created', receiverId }])
    expect(attempts[0]).not.toHaveProperty('transactionId')
    expect(attempts[0].exchange).toHaveLength(2)
    expect(JSON.stringify(attempts)).not.toContain(SHELTER_TOKEN)

    shelter.script.status = 'open'
    await until(receiver.id, { status: 'ACTIVE', balance: 1234 })
    const events = await get(`${receiver.id}/events`)
    expect(Value.Errors(ReceiverEvents, events)).toEqual([])
    expect(events.data.map(({ type }: { type: string }) => type)).toEqual(['requested', 'created', 'statusChanged'])
    expect(events.data[0].detail).toEqual({ by: 'API key seller' })
    expect(JSON.stringify(events)).not.toContain(SHELTER_TOKEN)
  })

  it('in a word that no table maps waits, and an operator is asked once', async () => {
    shelter.script.status = 'quarantined'
    const { id } = (await post()).json()
    await until(id, { status: 'PENDING', attention: 'unmappedStatus' })
    const words = async () =>
      (await get(`${id}/events`)).data.filter(
        ({ detail }: { detail?: { reason?: string } }) => detail?.reason === 'unmappedStatus',
      )
    expect(await words()).toMatchObject([{ type: 'needsAttention', detail: { rawStatus: 'quarantined' } }])
    expect((await operate(id, 'retry')).statusCode).toBe(202)
    await until(id, { needsAttention: false })
    shelter.script.status = 'open'
    await until(id, { status: 'ACTIVE', needsAttention: false })
    expect(await words()).toHaveLength(1)
  })

  it('may be active at once', async () => {
    shelter.script.status = 'open'
    expect((await post()).json()).toMatchObject({ status: 'ACTIVE' })
  })

  it('is opened once under its key', async () => {
    const headers = { 'idempotency-key': 'one-receiver' }
    const [first, again] = [await post({}, headers), await post({}, headers)]
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(shelter.asked()).toBe(1)
  })

  it('is answered with the name that charges call it, where its provider takes any', async () => {
    const { id: providerAccountId } = await api.connect('IUGU')
    const url = await uploaded('photoDocument')
    const names = ['photoDocument', 'photoPersonWithDocument', 'addressProof', 'balanceSheet']
    const documents = Object.fromEntries(names.map((name) => [name, url]))
    const asked = { providerAccountId, documents }
    const key = { 'idempotency-key': randomUUID() }
    const created = await post(asked, key)
    expect([created.statusCode, created.json().receiverToken]).toEqual([201, created.json().id])
    expect((await get(created.json().id)).receiverToken).toBe(created.json().id)
    expect((await post(asked, key)).json()).toEqual(created.json())
  })

  it("takes the person's papers from our store to the provider, and keeps them out of the exchange", async () => {
    const paper = PHOTO
    const publicUrl = await uploaded('photoDocument')
    const created = await post({ documents: { photoDocument: publicUrl } })
    expect(created.statusCode).toBe(201)
    expect(sent()[1]?.body).toEqual({ files: { photoDocument: paper.toString('base64') } })

    const { id } = created.json()
    expect((await fetch(publicUrl)).status).toBe(401)
    const { data, nextCursor } = await get(`${id}/documents`)
    expect(nextCursor).toBeNull()
    expect(data).toEqual([{ name: 'photoDocument', url: expect.any(String), expiresAt: expect.any(String) }])
    expect(Buffer.from(await (await fetch(data[0].url)).arrayBuffer())).toEqual(paper)
    const remove = (key: string, name: string) =>
      api.call(key, 'DELETE', `/v1/receivers/${id}/documents/${name}`).then(({ statusCode }) => statusCode)
    expect(await remove(api.other.keys.admin, 'photoDocument')).toBe(404)
    expect(await remove(api.home.keys.seller, 'photoDocument')).toBe(204)
    expect((await fetch(data[0].url)).status).toBe(404)
    expect((await get(`${id}/documents`)).data).toEqual([])
    expect(await remove(api.home.keys.seller, 'photoDocument')).toBe(404)
  })

  it('leaves a paper to the other receiver that has it, whichever is deleted first', async () => {
    const asked = await api.call(api.home.keys.seller, 'POST', '/v1/uploads', {
      payload: { fileName: 'rg.png', contentType: 'image/png', purpose: 'photoDocument' },
    })
    const { uploadUrl, headers, publicUrl } = asked.json()
    await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(PHOTO) })
    const both = { documents: { photoDocument: publicUrl, addressProof: publicUrl } }
    const [first, second] = [
      (await post(both)).json().id,
      (await post({ documents: { photoDocument: publicUrl } })).json().id,
    ]
    const paper = async (id: string) => (await get(`${id}/documents`)).data[0]?.url as string
    const remove = async (id: string, name: string) =>
      (await api.call(api.home.keys.seller, 'DELETE', `/v1/receivers/${id}/documents/${name}`)).statusCode
    expect(await remove(first, 'photoDocument')).toBe(204)
    expect((await fetch(await paper(first))).status).toBe(200)
    expect(await Promise.all([remove(first, 'addressProof'), remove(first, 'addressProof')])).toContain(204)
    const last = await paper(second)
    expect(Buffer.from(await (await fetch(last)).arrayBuffer())).toEqual(PHOTO)
    expect(await remove(second, 'photoDocument')).toBe(204)
    expect((await fetch(last)).status).toBe(404)
  })

  it('is refused in the words of its provider', async () => {
    shelter.script.accounts.push(reply(422, { message: 'Banco não suportado, tente outro.' }))
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
    shelter.script.papers.push(reply(429, { message: 'busy' }))
    const created = await post()
    expect(created.statusCode).toBe(201)
    expect(sent().map(({ route }) => route)).toEqual([
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
    expect(shelter.asked()).toBe(0)
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

describe('a receiver of which it is not known whether it was opened', () => {
  const lost = async () => {
    shelter.script.accounts.push(hangUp)
    const created = await post()
    expect(created.statusCode).toBe(202)
    const { id } = created.json<{ id: string }>()
    await until(id, { status: 'PENDING', needsAttention: true, attention: 'unknownOutcome' })
    expect(shelter.asked()).toBe(1)
    return id
  }

  it('is not opened again unless an operator says so', async () => {
    const id = await lost()
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
    await until(id, { receiverId: expect.stringMatching(/^acc_/), needsAttention: false })
    expect(shelter.asked()).toBe(2)
  })

  it("takes the provider's id from an operator, once the provider knows it", async () => {
    const id = await lost()
    const both = await operate(id, 'resolve', { outcome: 'created', receiverId: 'acc_77', transactionId: 'acc_78' })
    expect(both.json()).toMatchObject({ status: 422, errors: [{ path: '/transactionId' }] })
    await operate(id, 'resolve', { outcome: 'created', transactionId: UNKNOWN_ACCOUNT })
    await expect.poll(() => shelter.calls.some(({ route }) => route === 'GET /accounts/:id')).toBe(true)
    await until(id, { receiverId: null, needsAttention: true })
    shelter.script.status = 'open'
    await operate(id, 'resolve', { outcome: 'created', receiverId: 'acc_77' })
    await until(id, { receiverId: 'acc_77', status: 'ACTIVE', needsAttention: false })
    expect(shelter.asked()).toBe(1)
  })

  it('can be given up', async () => {
    const id = await lost()
    expect((await operate(id, 'cancel')).statusCode).toBe(202)
    await until(id, { status: 'REJECTED', needsAttention: false })
    expect((await operate(id, 'retry')).statusCode).toBe(409)
  })
})

it('no operator decides about a receiver that asks none, or is of another platform', async () => {
  const { id } = (await post()).json()
  expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409, code: 'conflict' })
  const theirs = await api.call(api.other.keys.admin, 'POST', `/v1/operations/receiver%2F${id}/cancel`)
  expect(theirs.statusCode).toBe(404)
})
