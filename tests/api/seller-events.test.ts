/** What arrives at sellers' endpoints: every change once, numbered, signed, in the API's own shapes, and a dead endpoint delays no other. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { platforms, webhookEndpoints } from '../../db/schema/index.ts'
import { RECEIVER } from '../support/receivers.ts'
import { type Arrived, HANGS, REFUSES, type SellerSystem, startSellerSystem, TAKES } from '../support/seller-system.ts'
import { type Shelter, startShelter } from '../support/shelter.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const CREATED_AND_PAID: [number, string][] = [
  [1, 'charge.created'],
  [2, 'charge.approved'],
]
const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let shelter: Shelter
let system: SellerSystem
let schemaOf: (type: string) => object
beforeAll(async () => {
  shelter = await startShelter()
  api = await startChargingApi()
  await api.connect('PAGUESAFE', { priority: 1 })
  await api.connect('BRAVIVE', { priority: 2 })
  await api.addAccount(api.home, 'ABRIGO', { baseUrl: shelter.baseUrl })
  const { webhooks } = (await api.call(null, 'GET', '/openapi.json')).json()
  schemaOf = (type) => webhooks[type].post.requestBody.content['application/json'].schema
})
afterAll(async () => {
  await api?.close()
  shelter?.close()
})
beforeEach(async () => {
  shelter.reset()
  system = await startSellerSystem()
})
afterEach(async () => {
  await api.database.writer.update(webhookEndpoints).set({ enabled: false, deletedAt: '2026-01-01T00:00:00Z' })
  await system.close()
})

const call = async (method: string, path: string, payload?: object, key = api.home.keys.admin) => {
  const answer = await api.call(key, method, path, { payload })
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300)
  return answer.statusCode === 204 ? undefined : answer.json()
}
const get = (path: string) => call('GET', path)
const addEndpoint = (url: string, events: string[] = ['*']) => call('POST', '/v1/webhook-endpoints', { url, events })

async function newCharge() {
  return call('POST', '/v1/charges', NEW_CHARGE)
}
async function paidCharge() {
  const charge = await newCharge()
  await api.payUntold('PAGUESAFE', charge.transactionId)
  await expect.poll(async () => (await get(`/v1/charges/${charge.id}`)).status, PATIENCE).toBe('APPROVED')
  return charge
}

/** Without a provider, whose answer may be late on a loaded machine. */
async function approvedCharge(): Promise<string> {
  const { id } = await api.addMadeCharge(api.home)
  await applyTransition(api.database.writer, { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'webhook/1' })
  return id
}

const about = (id: string, { arrived } = system) =>
  arrived.filter(({ body }) => body.data.id === id).toSorted((one, other) => one.body.sequence - other.body.sequence)
const named = (events: readonly Arrived[]) => events.map(({ body }) => [body.sequence, body.type])
const untilTold = (id: string, events: [number, string][], where = system) =>
  expect.poll(() => named(about(id, where)), PATIENCE).toEqual(events)

describe('an endpoint that wants everything', () => {
  it('hears of each change of a charge and its refunds once, numbered without a gap, in the shape of the API', async () => {
    const { secret } = await addEndpoint(system.url)
    const charge = await paidCharge()
    const part = await call('POST', `/v1/charges/${charge.id}/refunds`, { amount: 1200 })
    const rest = await call('POST', `/v1/charges/${charge.id}/refunds`)
    await untilTold(charge.id, [
      [1, 'charge.created'],
      [2, 'charge.approved'],
      [3, 'charge.partially_refunded'],
      [4, 'charge.refunded'],
    ])
    for (const refund of [part, rest]) {
      await untilTold(refund.id, [
        [1, 'refund.pending'],
        [2, 'refund.approved'],
      ])
      expect(about(refund.id)[1]?.body.data).toEqual(await get(`/v1/refunds/${refund.id}`))
    }
    expect(new Set(system.arrived.map(({ body }) => body.id)).size).toBe(8)

    const [created, , partly, refunded] = about(charge.id).map(({ body }) => body.data)
    expect(created).toEqual(charge)
    expect(partly).toMatchObject({ status: 'APPROVED', refundedAmount: 1200 })
    expect(refunded).toEqual(await get(`/v1/charges/${charge.id}`))

    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    for (const { headers, raw, body } of system.arrived) {
      expect(ajv.validate(schemaOf(body.type), body), `${body.type}: ${JSON.stringify(ajv.errors)}`).toBe(true)
      expect(Object.keys(body)).toEqual(['id', 'type', 'livemode', 'createdAt', 'sequence', 'data'])
      expect(headers['webhook-id']).toBe(body.id)
      expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(body)
    }
    expect(new Set(system.arrived.map(({ body }) => body.id)).size).toBe(8)
  })

  it('hears of withdrawals and receivers', async () => {
    await addEndpoint(system.url)
    const withdrawal = await call('POST', '/v1/withdrawals', PIX)
    await api.control('POST', `/withdrawals/BRAVIVE/${withdrawal.withdrawId}/settle`)
    await untilTold(withdrawal.id, [
      [1, 'withdrawal.pending'],
      [2, 'withdrawal.approved'],
    ])
    expect(about(withdrawal.id)[1]?.body.data).toEqual(await get(`/v1/withdrawals/${withdrawal.id}`))

    const receiver = await call('POST', '/v1/receivers', { ...RECEIVER, providerData: { incomeValue: 500_000 } })
    shelter.script.status = 'open'
    await untilTold(receiver.id, [[1, 'receiver.active']])
    const told = about(receiver.id)[0]?.body.data
    expect(told).toMatchObject({ receiverId: receiver.receiverId, status: 'ACTIVE', name: receiver.name })
    // Its token is for who opens it, or asks for it.
    const { receiverToken: _, ...others } = receiver
    expect(Object.keys(told ?? {}).toSorted()).toEqual(Object.keys(others).toSorted())
  })
})

it('where no address is called everything is kept to be read, and is no failure', async () => {
  const { id: endpointId } = await addEndpoint('trilho:kept')
  await addEndpoint(system.url)
  const id = await approvedCharge()
  await applyTransition(api.database.writer, { chargeId: id, to: 'REFUNDED', cause: 'webhook', key: 'webhook/2' })
  await untilTold(id, [
    [2, 'charge.approved'],
    [3, 'charge.refunded'],
  ])
  const kept = async (): Promise<{ body: Arrived['body'] }[]> =>
    (await get(`/v1/webhook-deliveries?endpointId=${endpointId}&state=delivered&chargeId=${id}`)).data.filter(
      ({ body }: { body: Arrived['body'] }) => body.data.id === id,
    )
  await expect.poll(async () => (await kept()).length, PATIENCE).toBe(2)
  const bodies = (await kept()).map(({ body }) => body)
  expect(bodies.toReversed()).toEqual(about(id).map(({ body }) => body))
  expect(await get(`/v1/webhook-endpoints/${endpointId}`)).toMatchObject({ failingSince: null })
  for (const delivery of await kept())
    expect(delivery).toMatchObject({ attempts: 1, lastStatus: null, lastError: null })
})

it('an endpoint hears of what it has chosen, with the numbers of all', async () => {
  await addEndpoint(system.url, ['charge.approved'])
  const id = await approvedCharge()
  await applyTransition(api.database.writer, { chargeId: id, to: 'REFUNDED', cause: 'webhook', key: 'webhook/2' })
  await untilTold(id, [[2, 'charge.approved']])
})

it('a dead endpoint delays no other, is said to fail, and gets everything again when the seller asks for it', async () => {
  const dead = await startSellerSystem(HANGS)
  const { id: deadId } = await addEndpoint(dead.url)
  await addEndpoint(system.url)
  const charges = await Promise.all(Array.from({ length: 12 }, approvedCharge))
  for (const id of charges) await untilTold(id, [[2, 'charge.approved']])
  const deliveries = async (state: string) =>
    (await get(`/v1/webhook-deliveries?endpointId=${deadId}&state=${state}&limit=100`)).data
  expect(await deliveries('delivered')).toEqual([])
  expect(await deliveries('pending')).toHaveLength(12)
  await expect.poll(async () => (await get(`/v1/webhook-endpoints/${deadId}`)).failingSince, PATIENCE).not.toBeNull()

  dead.arrived.length = 0
  dead.answerWith(TAKES)
  const [waiting] = await deliveries('pending')
  await call('POST', `/v1/webhook-deliveries/${waiting.id}/resend`)
  await expect.poll(() => dead.arrived.map(({ body }) => body.id), PATIENCE).toContain(waiting.eventId)
  await expect.poll(async () => (await get(`/v1/webhook-endpoints/${deadId}`)).failingSince, PATIENCE).toBeNull()
  const sent = dead.arrived.find(({ body }) => body.id === waiting.eventId)
  expect(sent?.body).toEqual(waiting.body)
  await dead.close()
})

it('each request of a delivery is kept: when, for how long, and what was answered', async () => {
  const refusing = await startSellerSystem(REFUSES)
  await addEndpoint(refusing.url)
  const chargeId = await approvedCharge()
  const one = async () => (await get(`/v1/webhook-deliveries?chargeId=${chargeId}`)).data[0]
  await expect.poll(async () => (await one())?.attempts, PATIENCE).toBeGreaterThan(0)
  refusing.answerWith(TAKES)
  const { id, createdAt } = await one()
  await call('POST', `/v1/webhook-deliveries/${id}/resend`)
  await expect.poll(one, PATIENCE).toMatchObject({ state: 'delivered' })
  const kept = () => get(`/v1/webhook-deliveries/${id}/attempts`)
  await expect.poll(async () => (await kept()).data.length === refusing.arrived.length, PATIENCE).toBe(true)
  const { data, nextCursor } = await kept()
  const request = { id: expect.any(String), at: expect.any(String), durationMs: expect.any(Number), url: refusing.url }
  expect(data.at(0)).toEqual({ ...request, delivered: false, status: 500, error: null })
  expect(data.at(-1)).toEqual({ ...request, delivered: true, status: 204, error: null })
  expect(nextCursor).toBeNull()
  const moments = data.map(({ at }: { at: string }) => at)
  expect(moments).toEqual(moments.toSorted())
  expect(moments[0] >= createdAt).toBe(true)
  const others = await api.call(api.other.keys.admin, 'GET', `/v1/webhook-deliveries/${id}/attempts`)
  expect(others.statusCode).toBe(404)
  await refusing.close()
})

const isSignedBy = (key: string, { raw, headers }: Arrived) => {
  try {
    new Webhook(key).verify(raw, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

it('both secrets sign for 24 hours after a rotation, then the new one alone', async () => {
  const { id, secret } = await addEndpoint(system.url)
  const rotated = await call('POST', `/v1/webhook-endpoints/${id}/rotate-secret`)
  const signers = async () => {
    const id = await approvedCharge()
    await untilTold(id, [[2, 'charge.approved']])
    const [arrived] = about(id)
    return arrived && [isSignedBy(secret, arrived), isSignedBy(rotated.secret, arrived)]
  }
  expect(await signers()).toEqual([true, true])
  await api.database.writer
    .update(webhookEndpoints)
    .set({ rotatedAt: new Date(Date.now() - 24.01 * 3_600_000).toISOString() })
    .where(eq(webhookEndpoints.id, id))
  expect(await signers()).toEqual([false, true])
})

it('what is on its way to an endpoint that is removed is given up, and said so', async () => {
  const { id } = await addEndpoint('http://127.0.0.1:9/hook')
  const chargeId = await approvedCharge()
  const one = async () => (await get(`/v1/webhook-deliveries?chargeId=${chargeId}`)).data[0]
  await expect.poll(async () => (await one())?.attempts, PATIENCE).toBeGreaterThan(0)
  await call('DELETE', `/v1/webhook-endpoints/${id}`)
  const { id: deliveryId } = await one()
  await call('POST', `/v1/webhook-deliveries/${deliveryId}/resend`)
  await expect.poll(one, PATIENCE).toMatchObject({ state: 'failed', lastError: 'The endpoint was removed' })
})

it('the address that came with a charge hears all of its own charge, the creation that was answered too, and of no other', async () => {
  const payload = { ...NEW_CHARGE, webhookUrl: system.url }
  const charge = await call('POST', '/v1/charges', payload)
  await paidCharge()
  await api.payUntold('PAGUESAFE', charge.transactionId)
  await untilTold(charge.id, CREATED_AND_PAID)
  const [created, approved] = about(charge.id).map(({ body }) => body)
  expect(created).toMatchObject({ timestamp: created?.createdAt, data: charge })
  expect(approved).toMatchObject({ timestamp: approved?.createdAt, data: { status: 'APPROVED' } })
  expect(system.arrived).toHaveLength(2)
})

it('both secrets of the platform sign for 24 hours after its rotation, at the address that came with a charge', async () => {
  const rotate = async () =>
    (await call('POST', `/v1/platforms/${api.home.platformId}/rotate-webhook-secret`)).webhookSecret
  const secrets = [await rotate(), await rotate()]
  const signers = async () => {
    const charge = await call('POST', '/v1/charges', { ...NEW_CHARGE, webhookUrl: system.url })
    await api.payUntold('PAGUESAFE', charge.transactionId)
    await untilTold(charge.id, CREATED_AND_PAID)
    return about(charge.id).map((arrived) => secrets.map((secret) => isSignedBy(secret, arrived)))
  }
  expect(await signers()).toEqual(Array(2).fill([true, true]))
  await api.database.writer
    .update(platforms)
    .set({ webhookSecretRotatedAt: new Date(Date.now() - 24.01 * 3_600_000).toISOString() })
    .where(eq(platforms.id, api.home.platformId))
  expect(await signers()).toEqual(Array(2).fill([false, true]))
})
