/** To which charge a transaction belongs whose creation was not answered, at a provider that can never be asked: an operator says it once, and of what brings money. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { attemptId, attemptReference } from '../../db/attempt-ids.ts'
import { auditLog, chargeAttempts, platforms, webhookEvents } from '../../db/schema/index.ts'
import { untilAwaited } from '../support/locks.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
import { formOf } from './form.ts'

let api: ChargingApi
let account: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('FIREBANK')
  const isOurs = eq(platforms.id, api.home.platformId)
  await api.database.writer.update(platforms).set({ maxUnprovedAmount: 0 }).where(isOurs)
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('operator', () => api)
const resolve = (id: string, payload: object) => call('POST', `/v1/operations/charge%2F${id}/resolve`, payload)
const say = (id: string, transactionId: string) => resolve(id, { outcome: 'created', transactionId })
const itemsOf = async (transactionId: string): Promise<{ id: string; state: string }[]> => {
  const { data } = await get(`/v1/reconciliation/items?limit=100&providerAccountId=${account.id}`)
  return data.filter((item: { transactionId: string }) => item.transactionId === transactionId)
}
const candidatesOf = async (transactionId: string): Promise<string[]> => {
  const [item] = await itemsOf(transactionId)
  const { data } = await get(`/v1/reconciliation/items/${item?.id}/candidates`)
  return data.map(({ id }: { id: string }) => id)
}

/** The answer was lost, and an operator said that nothing was made. */
async function givenUp(): Promise<string> {
  await api.control('PUT', '/faults/FIREBANK/createTransaction', { fault: 'commitThenDrop', times: 1 })
  const { id } = (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id })).json()
  await untilCharge(id, { attention: 'unknownOutcome' })
  expect((await resolve(id, { outcome: 'notCreated' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED', attention: null })
  return id
}

const noticesOf = (transactionId: string) =>
  api.database.writer.select().from(webhookEvents).where(eq(webhookEvents.transactionId, transactionId))
async function tell(
  payload: Record<'transactionId' | 'status' | 'movementType', string> & { businessTransactionId?: string },
): Promise<void> {
  const url = `/webhooks/firebank/${account.token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
  await expect.poll(() => noticesOf(payload.transactionId), PATIENCE).not.toEqual([])
}
const PAID = { status: 'PAID', movementType: 'CREDIT' }

/** @returns what came of the statement, in which the transaction brought what was charged. */
async function state(transactionId: string) {
  const form = await formOf({
    file: new Blob([`Id;Valor\n${transactionId};50,00`]),
    providerAccountId: account.id,
    columns: JSON.stringify({ transactionId: 'Id', amount: 'Valor' }),
  })
  return (await api.call(api.home.keys.operator, 'POST', '/v1/reconciliation/statements', form)).json()
}

it('what only a notice of money that left names is a withdrawal, and no charge', async () => {
  const charge = await givenUp()
  await api.control('PUT', '/faults/FIREBANK/withdraw', { fault: 'commitThenDrop', times: 1 })
  const destination = { paymentMethod: 'PIX', pixKey: '52998224725', pixType: 'CPF', name: 'Ana', amount: 5_000 }
  const asked = { ...destination, document: '52998224725', documentType: 'CPF', providerAccountId: account.id }
  const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload: asked })).json()
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
  const { data } = await api.control<{ data: { id: string }[] }>('GET', '/withdrawals?provider=FIREBANK&limit=1')
  const made = data[0]?.id ?? ''
  await tell({ transactionId: made, status: 'WITHDRAW_PAID', movementType: 'DEBIT' })
  await expect.poll(() => itemsOf(made), PATIENCE).toMatchObject([{ state: 'open' }])
  expect(await candidatesOf(made)).toEqual([id])
  expect((await say(charge, made)).statusCode).toBe(409)
  expect(await itemsOf(made)).toMatchObject([{ state: 'open' }])
}, 120_000)

it("what a notice gave one charge by our reference is no other charge's", async () => {
  const [one, other] = [await givenUp(), await givenUp()]
  const made = `paid-${one}`
  expect(await state(made)).toMatchObject({ matched: 0 })
  expect(await itemsOf(made)).toMatchObject([{ state: 'open' }])
  const businessTransactionId = attemptReference(attemptId(one, 1))
  await tell({ transactionId: made, businessTransactionId, ...PAID })
  await untilCharge(one, { attention: 'unconfirmedNotice' })
  // What is not confirmed agrees with nothing yet.
  expect(await itemsOf(made)).toMatchObject([{ state: 'open' }])
  const answer = await say(other, made)
  expect(answer.json()).toMatchObject({ status: 409, detail: expect.stringContaining("another charge's") })
  await untilCharge(other, { status: 'REJECTED', attention: null })
  expect((await get(`/v1/charges/${other}/payments`)).data).toEqual([])
  // It goes on being the first one's.
  expect((await resolve(one, { outcome: 'created' })).statusCode).toBe(202)
  await untilCharge(one, { status: 'APPROVED' })
  expect(await itemsOf(made)).toMatchObject([{ state: 'resolvedAutomatically' }])
  expect(await state(made)).toMatchObject({ matched: 1 })
}, 120_000)

it("that was set aside days before an operator said whose it is becomes the charge's payment all the same", async () => {
  const id = await givenUp()
  const made = `paid-${id}`
  await tell({ transactionId: made, ...PAID })
  const told = eq(webhookEvents.transactionId, made)
  await api.database.writer.update(webhookEvents).set({ state: 'failed', attempts: 60 }).where(told)
  expect((await say(id, made)).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'REJECTED', attention: 'unconfirmedNotice' })
  // It is written down as delivered after it was.
  await expect.poll(() => noticesOf(made), PATIENCE).toMatchObject([{ state: 'delivered', chargeId: id }])
  expect((await resolve(id, { outcome: 'created' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'APPROVED' })
}, 120_000)

it('that two charges are given at once is refused to the second, of which nothing is written down', async () => {
  const [one, other] = [await givenUp(), await givenUp()]
  const made = `paid-${one}`
  await tell({ transactionId: made, ...PAID })
  let second: ReturnType<typeof say> | undefined
  await api.database.writer.transaction(async (tx) => {
    await tx.update(chargeAttempts).set({ transactionId: made }).where(eq(chargeAttempts.chargeId, one))
    second = say(other, made)
    await untilAwaited(tx, api.database)
  })
  expect((await second)?.json()).toMatchObject({ status: 409 })
  const audited = await api.database.writer
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `charge/${other}`))
  expect(audited.map(({ detail }) => detail)).not.toContainEqual(expect.objectContaining({ transactionId: made }))
  expect((await get(`/v1/charges/${other}/payments`)).data).toEqual([])
}, 120_000)
