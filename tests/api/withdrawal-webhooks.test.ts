/** What TRANSFEERA posts of a withdrawal, signed by the fake itself, from its address to what the seller is told. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyDisbursementTransition, flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import { sellerEvents } from '../../db/schema/index.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let transfeera: { id: string; token: string }
let post: Server
/** Answers to what the fake posted, in its order. */
const answers: number[] = []

beforeAll(async () => {
  api = await startChargingApi()
  transfeera = await api.connect('TRANSFEERA')
  // The fake posts to an address of its own; everything goes on to the account's, as it came.
  post = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = {
      'content-type': 'application/json',
      'transfeera-signature': String(request.headers['transfeera-signature']),
    }
    const payload = Buffer.concat(chunks).toString()
    if (request.url !== '/') return void response.writeHead(200).end()
    const { statusCode } = await api.call(null, 'POST', `/webhooks/transfeera/${transfeera.token}`, {
      payload,
      headers,
    })
    answers.push(statusCode)
    response.writeHead(statusCode).end()
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(post.address() as AddressInfo).port}/`
  await api.control('PUT', '/webhook-addresses/TRANSFEERA', { url })
  const endpoint = { url: `${url}seller`, events: ['withdrawal.approved', 'withdrawal.rejected'] }
  await api.call(api.home.keys.admin, 'POST', '/v1/webhook-endpoints', { payload: endpoint })
})
afterAll(async () => {
  await api?.close()
  post?.close()
})

const get = async (path: string, key = api.home.keys.seller) => (await api.call(key, 'GET', path)).json()
const bank = (id: string, action: string) => api.control('POST', `/withdrawals/TRANSFEERA/${id}/${action}`)
const becomes = (id: string, row: object) =>
  expect.poll(() => get(`/v1/withdrawals/${id}`), PATIENCE).toMatchObject(row)

async function toldOf(id: string): Promise<string[]> {
  const told = await api.database.writer
    .select({ type: sellerEvents.type })
    .from(sellerEvents)
    .where(eq(sellerEvents.subjectId, id))
    .orderBy(asc(sellerEvents.sequence))
  return told.map(({ type }) => type)
}

it('money that the bank sends back days later is REJECTED with its reason, and the seller is told of both', async () => {
  const { id, withdrawId } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload: PIX })).json()
  await bank(withdrawId, 'settle')
  await becomes(id, { status: 'APPROVED', needsAttention: false })
  await bank(withdrawId, 'return')
  await becomes(id, { status: 'REJECTED', needsAttention: false, failureMessage: 'Conta de destino encerrada' })
  await expect.poll(() => answers, PATIENCE).toEqual([200, 200])

  expect(await toldOf(id)).toEqual(['withdrawal.approved', 'withdrawal.rejected'])
  const notice = { type: 'WITHDRAW', state: 'delivered', transactionId: withdrawId, chargeId: null }
  const notices = async () => (await get(`/v1/webhook-events?withdrawalId=${id}`, api.home.keys.operator)).data
  await expect.poll(notices, PATIENCE).toMatchObject([notice, notice])
})

it.each([
  ['the bank pays it', 'APPROVED', (withdrawId: string) => bank(withdrawId, 'settle')],
  ['the bank refuses it', 'REJECTED', (withdrawId: string) => bank(withdrawId, 'reject')],
] as const)('a refusal in a word that no table maps is not told of, until %s', async (_, status, become) => {
  const { id, withdrawId } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload: PIX })).json()
  await applyDisbursementTransition(api.database.writer, {
    ...{
      disbursementId: id,
      to: 'REJECTED',
      cause: 'poll',
      key: 'poll/REJECTED/odd',
      rawStatus: 'odd',
      unmapped: true,
    },
  })
  expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ statusUnmapped: true, attention: 'unmappedStatus' })
  expect(await toldOf(id)).toEqual([])
  await become(withdrawId)
  await becomes(id, { status, statusUnmapped: false, needsAttention: false })
  expect(await toldOf(id)).toEqual([`withdrawal.${status.toLowerCase()}`])
})

it('news of one that has come to its end stands until an operator says that it was seen', async () => {
  const { id, withdrawId } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload: PIX })).json()
  await bank(withdrawId, 'settle')
  await becomes(id, { status: 'APPROVED' })
  await flagDisbursementAttention(api.database.writer, id, 'contradicted')
  await becomes(id, { status: 'APPROVED', attentionReasons: ['contradicted'] })
  const operate = (action: string, payload?: object, key = api.home.keys.operator) =>
    api.call(key, 'POST', `/v1/operations/withdrawal%2F${id}/${action}`, { payload })
  const seen = { outcome: 'created' }
  expect((await operate('cancel')).statusCode).toBe(409)
  expect((await operate('resolve', seen, api.home.keys.seller)).statusCode).toBe(403)
  expect((await operate('resolve', seen)).json()).toMatchObject({ became: 'carriedOut' })
  expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'APPROVED', attentionReasons: [] })
  expect((await operate('resolve', seen)).statusCode).toBe(409)
})
