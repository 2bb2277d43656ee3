/** A charge's events have numbers without a gap, also where a payment is how its transaction becomes known. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { attemptId, attemptReference } from '../../db/attempt-ids.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { askingAs } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'
import { dueOf, expectTold, keepEvents } from './told-numbers.ts'

let api: ChargingApi
let account: { id: string; token: string }
let endpointId: string
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('FIREBANK')
  endpointId = await keepEvents(api)
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const { call, untilCharge } = askingAs('operator', () => api)
const create = async (more = {}) =>
  (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id, ...more })).json()

const TOLD_TOO = { webhookUrl: 'https://shop.example/own' }

/** What the address that came with the charge is told. */
async function toldOwnAddress(id: string): Promise<string[]> {
  const rows = await api.database.sql<{ type: string }[]>`SELECT type FROM webhook_deliveries
    JOIN seller_events ON seller_events.id = event_id WHERE charge_id = ${id} AND endpoint_id IS NULL ORDER BY sequence`
  return rows.map(({ type }) => type)
}

/** FIREBANK cannot be asked, so only a notice can tell what was made. */
async function createUnanswered(): Promise<string> {
  await api.control('PUT', '/faults/FIREBANK/createTransaction', { fault: 'commitThenDrop', times: 1 })
  const { id } = await create(TOLD_TOO)
  await untilCharge(id, { attention: 'unknownOutcome' })
  return id
}

async function giveUp(id: string): Promise<void> {
  const answer = await call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'notCreated' })
  expect(answer.statusCode, answer.body).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
}

async function cancel(id: string): Promise<void> {
  await untilFollowed(api, id)
  expect((await call('POST', `/v1/operations/charge%2F${id}/cancel`)).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
}

async function pay(id: string, transactionId: string): Promise<void> {
  const businessTransactionId = attemptReference(attemptId(id, 1))
  const paid = { transactionId, businessTransactionId, status: 'PAID', movementType: 'CREDIT', value: 50 }
  const url = `/webhooks/firebank/${account.token}`
  expect((await api.app.inject({ method: 'POST', url, payload: paid })).statusCode).toBe(200)
  await untilCharge(id, { status: 'APPROVED' })
}

it.each([
  ['its creation was answered', false, ['created', 'approved']],
  ['and it was cancelled', true, ['created', 'rejected', 'approved']],
] as const)(
  'paid: %s',
  async (_, isCancelled, types) => {
    const { id, transactionId } = await create(TOLD_TOO)
    if (isCancelled) await cancel(id)
    await pay(id, transactionId)
    const due = types.map((type) => `charge.${type}`)
    expect(['charge.created', ...(await dueOf(api, id))]).toEqual(due)
    await expectTold(api, endpointId, id, due)
    expect(await toldOwnAddress(id)).toEqual(due)
  },
  120_000,
)

it.each([
  ['while its outcome is unknown', false, ['created', 'approved']],
  ['after an operator said that nothing was made', true, ['rejected', 'created', 'approved']],
] as const)(
  'paid, and its creation was never answered: %s',
  async (_, isGivenUp, types) => {
    const id = await createUnanswered()
    if (isGivenUp) await giveUp(id)
    await pay(id, `paid-${id}`)
    const due = types.map((type) => `charge.${type}`)
    await expectTold(api, endpointId, id, due)
    expect(await toldOwnAddress(id)).toEqual(due)
  },
  120_000,
)

const resolve = async (id: string, resolution: object) =>
  expect((await call('POST', `/v1/operations/charge%2F${id}/resolve`, resolution)).statusCode).toBe(202)

it.each([
  ['a known word says the same', (id: string) => end(id, 'refused'), ['created', 'rejected']],
  [
    'an operator says that it stands',
    (id: string) => resolve(id, { outcome: 'notCreated', status: 'REJECTED' }),
    ['created', 'rejected'],
  ],
  ['it is paid', pay, ['created', 'approved']],
] as const)(
  'an end in a word that no table maps is not told of as one, until %s',
  async (_, become, types) => {
    const { id, transactionId } = await create()
    await end(id, 'quarantined', true)
    await untilCharge(id, { status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
    await expectTold(api, endpointId, id, ['charge.created'])
    await become(id, transactionId)
    await untilCharge(id, { statusUnmapped: false, attention: null })
    await expectTold(
      api,
      endpointId,
      id,
      types.map((type) => `charge.${type}`),
    )
  },
  120_000,
)

it.each(['created', 'notCreated'])(
  'to mark such an end as seen (%s) says nothing of it, and what is paid after that is no late payment',
  async (outcome) => {
    const { id, transactionId } = await create()
    await end(id, 'quarantined', true)
    await untilCharge(id, { status: 'REJECTED', attention: 'unmappedStatus' })
    await resolve(id, { outcome })
    await untilCharge(id, { status: 'REJECTED', statusUnmapped: true, attention: null })
    await expectTold(api, endpointId, id, ['charge.created'])
    await pay(id, transactionId)
    await untilCharge(id, { statusUnmapped: false, attention: null })
    await expectTold(api, endpointId, id, ['charge.created', 'charge.approved'])
  },
  120_000,
)

it('a statement about such an end is only what it is, and can follow when it was seen', async () => {
  const { id } = await create()
  await end(id, 'quarantined', true)
  await untilCharge(id, { status: 'REJECTED', attention: 'unmappedStatus' })
  const path = `/v1/operations/charge%2F${id}/resolve`
  expect((await call('POST', path, { outcome: 'created', status: 'APPROVED' })).statusCode).toBe(422)
  await resolve(id, { outcome: 'notCreated' })
  await resolve(id, { outcome: 'notCreated', status: 'REJECTED' })
  await untilCharge(id, { statusUnmapped: false, attention: null })
  await expectTold(api, endpointId, id, ['charge.created', 'charge.rejected'])
  expect((await call('POST', path, { outcome: 'notCreated', status: 'REJECTED' })).statusCode).toBe(422)
}, 120_000)

const end = (chargeId: string, rawStatus: string, unmapped = false) =>
  applyTransition(api.database.writer, {
    ...{ chargeId, to: 'REJECTED', cause: 'poll', key: 'poll/REJECTED', rawStatus, unmapped },
  })
