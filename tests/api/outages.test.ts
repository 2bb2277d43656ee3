import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { idempotencyKeys, webhookEvents } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { type Link, openLink } from '../support/link.ts'
import { RECEIVER } from '../support/receivers.ts'
import { newLink } from './buyers-link.ts'
import {
  ADDRESS,
  BRIEF_WAIT_MS,
  type ChargingApi,
  CUT_WAIT_MS,
  chargeIds,
  NEW_CHARGE,
  startChargingApi,
  untilAnotherBegins,
  untilFollowed,
  untilReady,
  untilTaken,
  waitingBriefly,
  withoutNoticing,
} from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let database: Link
let temporal: Link
let account: { token: string }
beforeAll(async () => {
  const postgres = new URL(inject('postgresUrl'))
  const [host = '', port = ''] = inject('temporalAddress').split(':')
  ;[database, temporal] = await Promise.all([
    openLink({ host: postgres.hostname, port: Number(postgres.port) }),
    openLink({ host, port: Number(port) }),
  ])
  api = await startChargingApi({ links: { database: database.port, temporal: temporal.port } })
  account = await api.connect('ASAAS')
})
afterEach(async () => {
  await database.cut()
  await temporal.cut()
  await database.mend()
  await temporal.mend()
  await untilReady(api)
})
afterAll(async () => {
  await api?.close()
  await Promise.all([database.close(), temporal.close()])
})

const down = async () => (await api.call(null, 'GET', '/health/ready')).json().down
const charge = (key?: string) =>
  api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: NEW_CHARGE,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
/** A buyer's try on a link's page. */
const buy = (slug: string, key: string) =>
  api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX' },
    headers: { 'idempotency-key': key },
  })
const tryOf = (slug: string, key: string) => `checkout/${slug}/${key}`
const keys = async () => (await api.database.writer.select().from(idempotencyKeys)).map(({ key }) => key)
/** As if the process had died before it could tell. */
const forgetAnswer = (key: string) =>
  api.database.writer
    .update(idempotencyKeys)
    .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 3_600_000).toISOString() })
    .where(eq(idempotencyKeys.key, key))

async function expectUnavailable(answer: Awaited<ReturnType<typeof charge>>) {
  expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

describe('while Temporal is down', () => {
  it('says so, refuses charges before anything is written, and takes them again afterwards', async () => {
    const before = await chargeIds(api)
    await temporal.cut()
    await expect.poll(down, PATIENCE).toContain('temporal')
    await expectUnavailable(await charge('while-down'))
    expect(await chargeIds(api)).toEqual(before)
    expect(await keys()).not.toContain('while-down')

    await temporal.mend()
    await untilReady(api)
    expect((await charge('while-down')).statusCode).toBe(201)
  })

  it('and the API has not noticed yet: takes back a charge that no repeat leads to', async () => {
    const before = await chargeIds(api)
    await temporal.cut()
    await expectUnavailable(await withoutNoticing(api, () => waitingBriefly(api, () => charge())))
    expect(await chargeIds(api)).toEqual(before)
  })
  it('and the API has not noticed yet: does not say that a key made nothing, and the next request makes it', async () => {
    const before = await chargeIds(api)
    await temporal.cut()
    const ofKey = () => charge('just-now')
    const answer = await withoutNoticing(api, () => waitingBriefly(api, ofKey))
    expect(answer.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    await temporal.mend()
    await untilReady(api)
    expect((await ofKey()).statusCode).toBe(201)
    expect(await chargeIds(api)).toHaveLength(before.length + 1)
  })

  it('reads, lists and stores webhooks all the same', async () => {
    const { id } = (await charge()).json()
    await temporal.cut()
    await expect.poll(down, PATIENCE).toContain('temporal')
    expect((await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).statusCode).toBe(200)
    expect((await api.call(api.home.keys.seller, 'GET', '/v1/charges')).statusCode).toBe(200)
    expect((await webhook('{"event":"while temporal is down"}')).statusCode).toBe(200)
    const stored = await api.database.writer.select().from(webhookEvents)
    expect(stored.map(({ body }) => body)).toContain('{"event":"while temporal is down"}')
  })
})

describe('a request that takes over from a process that died', () => {
  it('and finds Temporal away tells of what the first one made', async () => {
    const post = (path: string, key: string, payload: object) =>
      api.call(api.home.keys.seller, 'POST', path, { payload, headers: { 'idempotency-key': key } })
    const paid = (await charge('paid')).json()
    await api.payUntold('ASAAS', paid.transactionId)
    const status = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${paid.id}`)).json().status
    await expect.poll(status, PATIENCE).toBe('APPROVED')
    const { id: providerAccountId } = await api.connect('BRAVIVE', { priority: 200 })
    const outgoing = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF', providerAccountId }
    const opener = { ...RECEIVER, providerAccountId: (await api.connect('VILLET', { priority: 200 })).id }
    const slug = await newLink(api, api.home.keys.seller)
    const again = {
      charge: () => charge('charged'),
      refund: () => post(`/v1/charges/${paid.id}/refunds`, 'refunded', {}),
      withdrawal: () => post('/v1/withdrawals', 'withdrawn', outgoing),
      receiver: () => post('/v1/receivers', 'opened', opener),
      order: () => buy(slug, 'bought'),
    }
    const tell = async () =>
      Promise.all(
        Object.entries(again).map(async ([kind, ask]) => {
          const answer = await ask()
          const { id, token } = answer.json()
          return [kind, answer.statusCode, id ?? token, answer.headers.location]
        }),
      )
    const first = await tell()
    expect(first.map(([, statusCode]) => statusCode)).toEqual([201, 201, 201, 201, 201])
    for (const key of ['charged', 'refunded', 'withdrawn', 'opened', tryOf(slug, 'bought')]) await forgetAnswer(key)
    await temporal.cut()
    await expect.poll(down, PATIENCE).toContain('temporal')
    expect(await tell()).toEqual(first)
  })

  it.each(['seller', 'buyer'])(
    'of a %s, and does not know yet that Temporal is away leaves what the first one was told of',
    async (who) => {
      const slug = await newLink(api, api.home.keys.seller)
      const ask = () => (who === 'seller' ? charge('told') : buy(slug, 'told'))
      const forget = () => forgetAnswer(who === 'seller' ? 'told' : tryOf(slug, 'told'))
      const first = await api.database.writer.transaction(async (tx) => {
        // No attempt is written down: nothing else would keep the charge.
        await tx.execute(sql`LOCK TABLE charge_attempts IN SHARE ROW EXCLUSIVE MODE`)
        const told = await untilTaken(() => waitingBriefly(api, ask))
        expect(told.statusCode).toBe(202)
        await forget()
        await temporal.cut()
        const second = await waitingBriefly(api, ask)
        expect(second.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
        expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
        await forget()
        await expect.poll(down, PATIENCE).toContain('temporal')
        expect((await ask()).json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
        return told.json()
      })
      await temporal.mend()
      await untilReady(api)
      await forget()
      const { id, token, createdAt } = first
      expect((await ask()).json()).toMatchObject(defined({ id, token, createdAt }))
    },
  )
})

it('a charge that may have been begun when the database and Temporal are both lost is not called unmade', async () => {
  const before = await chargeIds(api)
  const { asked } = await api.database.writer.transaction(async (tx) => {
    // No answer comes before both are lost.
    await tx.execute(sql`LOCK TABLE charge_attempts IN SHARE ROW EXCLUSIVE MODE`)
    const asked = waitingBriefly(api, () => charge('both-lost'), CUT_WAIT_MS)
    await untilAnotherBegins(api, before.length)
    await Promise.all([temporal.cut(), database.cut()])
    return { asked }
  })
  const answer = await asked
  expect(answer.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await Promise.all([temporal.mend(), database.mend()]).then(() => untilReady(api))
  await forgetAnswer('both-lost')
  expect((await charge('both-lost')).statusCode).toBe(201)
  expect((await chargeIds(api)).length).toBe(before.length + 1)
})

describe('while the database is down', () => {
  it('says so, refuses what needs it, and serves again as soon as it is back', async () => {
    const before = await chargeIds(api)
    await database.cut()
    await expect.poll(down, PATIENCE).toContain('database')
    await expectUnavailable(await charge('no-database'))
    await expectUnavailable(await api.call(api.home.keys.seller, 'GET', '/v1/charges'))
    await expectUnavailable(await webhook('{}'))
    await expectUnavailable(await api.call(null, 'GET', `/v1/checkout/${'x'.repeat(43)}`))
    expect((await api.call(null, 'GET', '/health/live')).statusCode).toBe(200)

    await database.mend()
    await untilReady(api)
    expect(await chargeIds(api)).toEqual(before)
    await expect.poll(async () => (await charge('no-database')).statusCode, PATIENCE).toBe(201)
  })

  it('and the API has not noticed yet: refuses all the same', async () => {
    await database.cut()
    await expectUnavailable(await api.call(api.home.keys.seller, 'GET', '/v1/charges'))
    await expectUnavailable(await webhook('{}'))
  })
})

describe('while no worker runs', () => {
  it('is not ready, and answers 202 with a charge that a worker will take up', async () => {
    const other = await startChargingApi({ creationWaitMs: BRIEF_WAIT_MS, startWorker: false })
    try {
      await other.connect('ASAAS')
      const readiness = await other.call(null, 'GET', '/health/ready')
      expect(readiness.json()).toMatchObject({ status: 'notReady', down: ['worker'] })
      const answer = await untilTaken(() =>
        other.call(other.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE }),
      )
      expect(answer.statusCode).toBe(202)
      expect(answer.json()).toMatchObject({ status: 'PENDING', pixCode: null })

      await other.startWorker()
      const read = async () =>
        (await other.call(other.home.keys.seller, 'GET', `/v1/charges/${answer.json().id}`)).json().pixCode
      await expect.poll(read, PATIENCE).toMatch(/^000201/)
    } finally {
      await other.close()
    }
  })
})

describe('a decision', () => {
  const cancel = (id: string, headers = {}) =>
    api.call(api.home.keys.admin, 'POST', `/v1/operations/charge%2F${id}/cancel`, { headers })

  it('that Temporal surely did not get was not carried out, and may be made again', async () => {
    const { id } = (await charge()).json()
    await temporal.cut()
    await expect.poll(down, PATIENCE).toContain('temporal')
    await expectUnavailable(await cancel(id))
    await temporal.mend()
    await untilReady(api)
    expect((await untilTaken(() => cancel(id, { 'idempotency-key': 'made-again' }))).statusCode).toBe(202)
  })

  it('whose answer does not come may be carried out all the same, and the operator who made it is told so', async () => {
    const { id } = (await charge()).json()
    await temporal.cut()
    const answer = await withoutNoticing(api, () => cancel(id))
    expect(answer.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    expect(answer.headers).not.toHaveProperty('retry-after')
  })

  it('of which an earlier request did not hear keeps its key, whatever keeps it from being repeated', async () => {
    const { id } = (await charge()).json()
    await untilFollowed(api, id)
    const headers = { 'idempotency-key': 'unheard' }
    await temporal.cut()
    const first = await withoutNoticing(api, () => cancel(id, headers))
    expect(first.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    await forgetAnswer('unheard')
    await expect.poll(down, PATIENCE).toContain('temporal')
    expect((await cancel(id, headers)).json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    expect(await keys()).toContain('unheard')
    await temporal.mend()
    await untilReady(api)
    await forgetAnswer('unheard')
    expect((await cancel(id, headers)).json()).toMatchObject({ became: 'carriedOut' })
  })
})

function webhook(payload: string) {
  const secret = api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')?.webhookSecret ?? ''
  return api.call(null, 'POST', `/webhooks/asaas/${account.token}`, {
    payload,
    headers: { 'asaas-access-token': secret },
  })
}
