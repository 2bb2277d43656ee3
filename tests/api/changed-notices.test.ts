/** Notices that a provider has signed, changed on their way so that the signature still holds. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEvents } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
let api: ChargingApi
let suitpay: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  suitpay = await api.connect('SUITPAY')
})
afterAll(() => api?.close())

/** The notice that SUITPAY signs, as it writes it. */
function signed(idTransaction: string, statusTransaction: string, requestNumber = ''): string {
  const { secretKey } = api.sandbox.accounts.find(({ provider }) => provider === 'SUITPAY') ?? {}
  const said = { idTransaction, typeTransaction: 'PIX', statusTransaction, value: 50, requestNumber }
  const hash = createHash('sha256')
    .update(Object.values(said).join('') + secretKey)
    .digest('hex')
  return JSON.stringify({ ...said, hash })
}

const send = (payload: string) =>
  api.call(null, 'POST', `/webhooks/suitpay/${suitpay.token}`, {
    payload,
    headers: { 'content-type': 'application/json' },
  })
const charged = async () => {
  const payload = { ...NEW_CHARGE, providerAccountId: suitpay.id }
  return (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
}
const read = async (id: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json()
const paymentsOf = async (id: string) =>
  (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}/payments`)).json().data
const storedOf = (chargeId: string) =>
  api.database.writer.select().from(webhookEvents).where(eq(webhookEvents.chargeId, chargeId))

test('a field that is named twice is refused', async () => {
  const { transactionId } = await charged()
  const changed = signed(transactionId, 'UNPAID').replace('"UNPAID"', '"UN","x":"","statusTransaction":"PAID"')
  expect((await send(changed)).statusCode).toBe(401)
  const stored = await api.database.writer.select().from(webhookEvents)
  expect(stored.filter(({ body }) => body.includes(transactionId))).toEqual([])
})

test('a word for "not paid" that is cut into one for "paid" approves nothing', async () => {
  const { id, transactionId } = await charged()
  await api.control('POST', `/transactions/SUITPAY/${transactionId}/refuse`)
  const genuine = signed(transactionId, 'PAIDNOT')
  const changed = genuine.replace('"PAIDNOT"', '"PAID","x":"NOT"')
  expect((await send(changed)).statusCode).toBe(200)
  await expect.poll(() => storedOf(id), PATIENCE).toMatchObject([{ state: 'delivered', verified: 'token' }])
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('REJECTED')
  expect(await paymentsOf(id)).not.toContainEqual(expect.objectContaining({ status: 'APPROVED' }))
})

test('a transaction whose id is cut short is no second payment', async () => {
  const { id, transactionId } = await charged()
  await api.control('POST', `/transactions/SUITPAY/${transactionId}/pay`)
  const { data } = await api.control<{ data: { id: string; reference: string }[] }>('GET', '/transactions')
  const genuine = signed(transactionId, 'PAID_OUT', data.find((made) => made.id === transactionId)?.reference)
  expect((await send(genuine)).statusCode).toBe(200)
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('APPROVED')
  const cut = transactionId.slice(0, -1)
  const changed = genuine.replace(`"${transactionId}"`, `"${cut}","x":"${transactionId.slice(-1)}"`)
  expect((await send(changed)).statusCode).toBe(200)
  const isTried = async () => {
    const rows = await api.database.writer.select().from(webhookEvents)
    return rows.find(({ body }) => body.includes(`"${cut}"`))?.attempts
  }
  await expect.poll(isTried, PATIENCE).toBeGreaterThan(0)
  expect(await read(id)).toMatchObject({ status: 'APPROVED' })
  expect(await paymentsOf(id)).toMatchObject([{ transactionId }])
})

test('what comes without a hash is refused, except of a card, whose transaction it has read', async () => {
  const pix = await charged()
  const unsigned = (idTransaction: string, typeTransaction: string) =>
    send(JSON.stringify({ idTransaction, typeTransaction, statusTransaction: 'CHARGEBACK' }))
  expect((await unsigned(pix.transactionId, 'PIX')).statusCode).toBe(401)

  const asSeller = async (path: string, payload: object) =>
    (await api.call(api.home.keys.seller, 'POST', path, { payload })).json()
  const { cardId } = await asSeller('/v1/cards', { ...NEW_CARD, providerAccountId: suitpay.id })
  const byCard = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, providerAccountId: suitpay.id }
  const { id, status, transactionId } = await asSeller('/v1/charges', byCard)
  expect(status).toBe('APPROVED')
  // Its own word, before anything has happened, is not believed.
  expect((await unsigned(transactionId, 'CARD')).statusCode).toBe(200)
  await expect.poll(() => storedOf(id), PATIENCE).toMatchObject([{ state: 'delivered', verified: 'token' }])
  expect(await read(id)).toMatchObject({ status: 'APPROVED' })
  await api.control('POST', `/transactions/SUITPAY/${transactionId}/chargeback`)
  const again = JSON.stringify({
    typeTransaction: 'CARD',
    idTransaction: transactionId,
    statusTransaction: 'CHARGEBACK',
  })
  expect((await send(again)).statusCode).toBe(200)
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('CHARGEBACK')
})
