/** Charges in the name of a receiver. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { receivers } from '../../db/schema/index.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const NO_TOKEN_TAKEN = { status: 422, detail: 'Method not implemented.' }

let api: ChargingApi
let iugu: { id: string }
let paguesafe: { id: string }
let token: string
let accountId: string
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('ASAAS', { priority: 1 })
  paguesafe = await api.connect('PAGUESAFE', { priority: 5 })
  iugu = await api.connect('IUGU', { priority: 50 })
  ;({ live_api_token: token, account_id: accountId } = await openedAtIugu())
})
afterAll(() => api?.close())

/** A sub-account that the platform has opened there by itself, and its token. */
async function openedAtIugu(): Promise<{ live_api_token: string; account_id: string }> {
  const { baseUrl, secretKey } = api.sandbox.accounts.find(({ provider }) => provider === 'IUGU') ?? {}
  const answer = await fetch(`${baseUrl}/marketplace/create_account`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
    },
    body: JSON.stringify({ name: 'Loja da Ana' }),
  })
  return (await answer.json()) as { live_api_token: string; account_id: string }
}

async function insertReceiver(kept: string | null, { id = iugu.id, provider = 'IUGU' } = {}): Promise<string> {
  const [row] = await api.database.writer
    .insert(receivers)
    .values({
      platformId: api.home.platformId,
      providerAccountId: id,
      provider,
      status: 'ACTIVE',
      creation: 'answered',
      sealedReceiverToken: kept === null ? null : seal(kept, deriveKey(api.settings.masterKey, 'seal')),
      ...RECEIVER_ROW,
    })
    .returning()
  return row?.id ?? ''
}
const charge = (receiverToken: string, more: object = {}) =>
  api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, ...more, receiverToken } })
const simulate = async (receiverToken: string, more: object) => {
  const payload = { ...NEW_CHARGE, ...more, receiverToken }
  return (await api.call(api.home.keys.seller, 'POST', '/v1/routing-rules/simulate', { payload })).json()
}
const splits = (recipientId: string) => [{ recipientId, amount: 1000, type: 'FIXED' }]
const asked = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/receivers/${id}`)).json()

it('a receiver of ours is charged at the account that knows it', async () => {
  const id = await insertReceiver(token)
  expect(await asked(id)).toMatchObject({ receiverToken: id })
  const answer = await charge(id)
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json()).toMatchObject({ provider: 'IUGU', providerAccountId: iugu.id })
})

it("a provider's token goes along to who takes it, and is kept sealed", async () => {
  const answer = await charge(token)
  expect(answer.json()).toMatchObject({ provider: 'IUGU', transactionId: expect.any(String) })
  const kept = await api.database.sql`SELECT to_jsonb(c)::text AS charge, to_jsonb(a)::text AS attempt FROM charges c
    JOIN charge_attempts a ON a.charge_id = c.id`
  expect(JSON.stringify(kept)).toContain('sealedReceiverToken')
  expect(JSON.stringify(kept)).not.toContain(token)
})

it('a receiver without a token of its own is not charged in its name: Recebedor não encontrado.', async () => {
  const answer = await charge(await insertReceiver(null))
  expect(answer.json()).toMatchObject({
    status: 422,
    detail: 'Recebedor não encontrado.',
    errors: [{ path: '/receiverToken', message: 'Recebedor não encontrado.' }],
  })
})

it('nothing is charged where a sub-account cannot be named: the money would come to the platform', async () => {
  expect((await charge(token, { providerAccountId: paguesafe.id })).json()).toMatchObject(NO_TOKEN_TAKEN)
  const known = await insertReceiver('its-own-key', { id: paguesafe.id, provider: 'PAGUESAFE' })
  expect(await asked(known)).toMatchObject({ receiverToken: null })
  expect((await charge(known)).json()).toMatchObject(NO_TOKEN_TAKEN)
})

it('an id that is no receiver of the platform is not taken for a token', async () => {
  expect((await charge(randomUUID())).json()).toMatchObject({ status: 422, detail: 'Recebedor não encontrado.' })
})

it('and split, is made where a sub-account can be named, though others split charges too', async () => {
  const { candidates } = await simulate(token, { splits: splits('of-no-receiver-here') })
  expect(candidates).toMatchObject([{ providerAccountId: iugu.id, taken: true }])
})

describe('a card that is saved for a receiver', () => {
  const save = (receiverId: string, more: object = {}) =>
    api.call(api.home.keys.seller, 'POST', '/v1/cards', { payload: { ...NEW_CARD, ...more, receiverId } })
  const pay = (cardId: string, more: object = {}) =>
    api.call(api.home.keys.seller, 'POST', '/v1/charges', {
      payload: { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, ...more },
    })

  it("is charged in the receiver's account, and in no other", async () => {
    const [one, other] = [await save(accountId), await save(accountId)]
    expect(one.statusCode, one.body).toBe(201)
    expect(one.json()).toMatchObject({ provider: 'IUGU', providerAccountId: iugu.id })
    expect((await pay(one.json().cardId, { receiverToken: token })).json()).toMatchObject({ status: 'APPROVED' })
    expect((await pay(other.json().cardId)).json()).toMatchObject({ status: 502, code: 'provider_refused' })
  })

  it('may be named by our id for the receiver', async () => {
    const id = await insertReceiver(token)
    await api.database.writer.update(receivers).set({ receiverId: accountId }).where(eq(receivers.id, id))
    const saved = await save(id)
    expect(saved.statusCode, saved.body).toBe(201)
    expect((await pay(saved.json().cardId, { receiverToken: id })).json()).toMatchObject({ status: 'APPROVED' })
  })

  it('is taken by no account that saves cards for the platform alone', async () => {
    expect((await save('any', { providerAccountId: paguesafe.id })).json()).toMatchObject(NO_TOKEN_TAKEN)
  })

  it('and where two accounts save any, is saved where our receiver is, or where it says', async () => {
    const { id: another } = await api.connect('IUGU', { priority: 60 })
    const id = await insertReceiver(token)
    const { account_id: receiverId } = await openedAtIugu()
    await api.database.writer.update(receivers).set({ receiverId }).where(eq(receivers.id, id))
    const refused = (path: string, rule: string) => ({ status: 422, errors: [{ path, rule }] })
    expect((await save('of-no-receiver-here')).json()).toMatchObject(refused('/providerAccountId', 'receiverUnknown'))
    expect((await save(id, { providerAccountId: another })).json()).toMatchObject(
      refused('/receiverId', 'receiverElsewhere'),
    )
    expect((await save(id)).json()).toMatchObject({ providerAccountId: iugu.id })
  })
})

describe('a charge in a receiver’s name that is split', () => {
  const elsewhere = (path: string) => ({ status: 422, errors: [{ path, rule: 'receiverElsewhere' }] })
  const names = { here: '', there: '', token: '' }
  beforeAll(async () => {
    const another = await api.connect('IUGU', { priority: 70 })
    const { account_id: receiverId, live_api_token } = await openedAtIugu()
    names.there = another.id
    names.token = live_api_token
    names.here = await insertReceiver(token)
    const id = await insertReceiver(live_api_token, { id: another.id })
    await api.database.writer.update(receivers).set({ receiverId }).where(eq(receivers.id, id))
  })

  it.each([
    ['our name for it', () => names.here],
    ['its provider’s token', () => token],
  ])('is not split with receivers of another account than its own, by %s', async (_, tokenOf) => {
    const [shared] = await api.database.writer
      .select()
      .from(receivers)
      .where(eq(receivers.providerAccountId, names.there))
    const answer = await charge(tokenOf(), { splits: splits(shared?.id ?? '') })
    expect(answer.json()).toMatchObject(elsewhere('/splits/0/recipientId'))
    const named = { providerAccountId: names.there, splits: splits('of-no-receiver-here') }
    expect((await charge(tokenOf(), named)).json()).toMatchObject(elsewhere('/receiverToken'))
  })

  it('is made where its receiver is, and an id of no receiver here is meant there', async () => {
    const { candidates } = await simulate(names.token, { splits: splits('of-no-receiver-here') })
    expect(candidates).toMatchObject([{ providerAccountId: names.there, taken: true }])
  })

  it('needs its account where neither its token nor its recipients are known', async () => {
    const errors = [{ path: '/providerAccountId', rule: 'receiverUnknown' }]
    const answer = await simulate('no-token-of-ours', { splits: splits('of-no-receiver-here') })
    expect(answer).toMatchObject({ status: 422, errors })
  })
})
