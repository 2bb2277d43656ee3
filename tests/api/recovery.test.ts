/** A charge whose workflow was terminated: another run takes its place, and never makes a second transaction. */
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { chargeAttempts, charges, webhookEvents } from '../../db/schema/index.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { terminateAtRest } from '../support/lost-workflows.ts'
import { BRIEF_WAIT_MS, type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed, untilTaken } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let asaas: string
let paguesafe: string
beforeAll(async () => {
  api = await startChargingApi({ creationWaitMs: BRIEF_WAIT_MS })
  asaas = (await api.connect('ASAAS')).id
  paguesafe = (await api.connect('PAGUESAFE')).id
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const create = async (changes: object) => {
  const payload = { ...NEW_CHARGE, ...changes }
  return (await untilTaken(() => api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload }))).json()
}
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/${action}`, { payload })
const attemptsOf = (id: string) =>
  api.database.writer.select().from(chargeAttempts).where(eq(chargeAttempts.chargeId, id))

/** As the sweep finds it. */
const noteLost = (id: string) => flagAttention(api.database.writer, id, 'workflowLost')

/** One that waits for its payment. Its row is ahead of its workflow: a decision would wait for what a lost one never hears. */
async function followed(changes: object): Promise<{ id: string; transactionId: string }> {
  const { id } = await create(changes)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).transactionId, PATIENCE).not.toBeNull()
  await untilFollowed(api, id)
  return get(`/v1/charges/${id}`)
}

/** While it waits for its payment. */
async function terminate(id: string) {
  await api.temporal.workflow.getHandle(chargeWorkflowId(id)).terminate('by mistake')
  await noteLost(id)
}

/** What the provider has made under the references of the charge's attempts. */
async function madeFor(id: string): Promise<string[]> {
  const references = (await attemptsOf(id)).map((attempt) => attempt.id.replaceAll('-', ''))
  const { data } = await api.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    '/transactions?provider=ASAAS',
  )
  return data.filter(({ reference }) => references.includes(reference)).map((transaction) => transaction.id)
}

/** The provider has taken the money's request, and does not answer the one after it. */
async function acceptedThenLost(): Promise<string> {
  await api.control('PUT', '/faults/ASAAS/readPixCode', { fault: 'serverError', times: 0 })
  const { id } = await create({ providerAccountId: asaas })
  await terminateAtRest(api, chargeWorkflowId(id), 'attemptCharge')
  const accepted = (await attemptsOf(id)).map(({ state, sealedJournal }) => [state, sealedJournal !== null])
  expect(accepted).toEqual([['sending', true]])
  await noteLost(id)
  return id
}

describe('a charge that the provider has accepted', () => {
  it.each([
    ['retry', undefined],
    ['cancel', undefined],
    ['resolve', { outcome: 'notCreated' }],
  ])('is found, not made again nor given up (%s)', async (action, payload) => {
    const id = await acceptedThenLost()
    await api.control('DELETE', '/faults')
    await operate(id, action, payload)
    await expect.poll(async () => (await get(`/v1/charges/${id}`)).transactionId, PATIENCE).not.toBeNull()
    const { status, transactionId } = await get(`/v1/charges/${id}`)
    expect({ status, made: await madeFor(id) }).toEqual({ status: 'PENDING', made: [transactionId] })
    expect(await attemptsOf(id)).toHaveLength(1)
  })

  it.each([
    ['retry', undefined],
    ['cancel', undefined],
    ['resolve', { outcome: 'notCreated' }],
  ])('is looked for before %s, though its row does not tell that anything was sent', async (action, payload) => {
    const id = await acceptedThenLost()
    await api.database.writer
      .update(chargeAttempts)
      .set({ state: 'created', claimedBy: null, sealedJournal: null })
      .where(eq(chargeAttempts.chargeId, id))
    await api.control('DELETE', '/faults')
    await operate(id, action, payload)
    const answered = async () => (await get(`/v1/charges/${id}/events`)).data.at(-1)?.type
    await expect.poll(answered, PATIENCE).toBe('decisionVoid')
    const [made] = await madeFor(id)
    expect(made).toEqual(expect.any(String))
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'PENDING', transactionId: made })
  })
})

it.each([
  ['retry', undefined],
  ['cancel', undefined],
  ['resolve', { outcome: 'notCreated' }],
])(
  'one whose sending the database has forgotten is found, not made again nor given up (%s)',
  async (action, payload) => {
    const id = await acceptedThenLost()
    await api.database.writer.delete(chargeAttempts).where(eq(chargeAttempts.chargeId, id))
    await api.control('DELETE', '/faults')
    await operate(id, action, payload)
    await expect.poll(async () => (await get(`/v1/charges/${id}`)).transactionId, PATIENCE).not.toBeNull()
    const { status, transactionId, createdAt } = await get(`/v1/charges/${id}`)
    expect({ status, made: await madeFor(id) }).toEqual({ status: 'PENDING', made: [transactionId] })
    expect(await inputOf(id)).toMatchObject({ recovery: { attempt: 1, stands: 'sending' } })
    // Searches that name a time begin at the attempt's: after the request they would find nothing.
    const [attempt] = await attemptsOf(id)
    expect(Date.parse(attempt?.createdAt ?? '')).toBeLessThanOrEqual(Date.parse(createdAt))
  },
)

it('a proved notice that the lost run had not come to is taken up', async () => {
  const { id, transactionId } = await followed({ providerAccountId: asaas })
  await api.control('PUT', '/faults/ASAAS/readTransaction', { fault: 'serverError', times: 0 })
  await terminate(id)
  const payment = { id: transactionId, status: 'RECEIVED', value: NEW_CHARGE.amount / 100 }
  await api.database.writer.insert(webhookEvents).values({
    platformId: api.home.platformId,
    providerAccountId: asaas,
    provider: 'ASAAS',
    chargeId: id,
    bodyHash: id,
    headers: {},
    query: {},
    body: JSON.stringify({ id: `evt_${id}`, event: 'PAYMENT_RECEIVED', payment }),
    verified: 'sharedSecret',
    state: 'delivered',
  })
  await operate(id, 'retry')
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
  const { data } = await get(`/v1/charges/${id}/events`)
  expect(data.find(({ to }: { to: string }) => to === 'APPROVED')).toMatchObject({ cause: 'webhook' })
})

it('one whose other amount was shown before it is taken up again is taken for paid at the first word', async () => {
  const { id, transactionId } = await followed({ providerAccountId: asaas })
  await terminate(id)
  await flagAttention(api.database.writer, id, 'amountMismatch')
  await api.database.writer.update(charges).set({ amount: 4900 }).where(eq(charges.id, id))
  await api.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await operate(id, 'resolve', { outcome: 'created' })
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
})

it('a boleto keeps its grace', async () => {
  const { id } = await followed({ paymentMethod: 'BILLET', providerAccountId: paguesafe })
  const first = await inputOf(id)
  await terminate(id)
  expect((await operate(id, 'retry')).statusCode).toBe(202)
  const second = await inputOf(id)
  expect(second).toMatchObject({ recovery: { attempt: 1, stands: 'created' }, timing: { graceMs: 4 * 86_400_000 } })
  expect(second.timing).toEqual(first.timing)
})

/** What the charge's latest run was started with. */
async function inputOf(id: string): Promise<{ timing?: object }> {
  const { events } = await api.temporal.workflow.getHandle(chargeWorkflowId(id)).fetchHistory()
  const payloads = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  const { payloadCodecs } = api.temporal.options.loadedDataConverter
  let opened = payloads
  for (const codec of payloadCodecs) opened = await codec.decode(opened)
  return JSON.parse(Buffer.from(opened[0]?.data ?? []).toString())
}

it('one whose row has lost its transaction while its workflow waits is ended by an operator', async () => {
  const { id } = await followed({ providerAccountId: asaas })
  const forgotten = { transactionId: null, provider: null, providerAccountId: null, pixCode: null, pixQrCode: null }
  await api.database.writer
    .update(charges)
    .set({ ...forgotten, createdAt: sql`now() - interval '2 minutes'` as never })
    .where(eq(charges.id, id))
  const { database, temporal } = api
  const watch = watchWorkflows({ database, temporal, logger: pino({ level: 'silent' }) } as never, 'charges')
  // A round fails where one charge's answer is late.
  await expect.poll(() => watch(Date.now()).then(() => true), PATIENCE).toBe(true)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
  expect((await operate(id, 'cancel')).statusCode).toBe(202)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('REJECTED')
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ needsAttention: false, ending: 'canceled' })
})
