/** An operator decides about what its row has already, before its workflow has heard of it: the decision waits, and is carried out. */
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { RunningWorker } from '../../worker/worker.ts'
import { HASTE } from '../support/charge-stack.ts'
import { type Link, openLink } from '../support/link.ts'
import { untilAwaited } from '../support/locks.ts'
import { RECEIVER } from '../support/receivers.ts'
import { reply, type Shelter, startShelter } from '../support/shelter.ts'
import { startTestWorker } from '../support/worker.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, PATIENT_DECISIONS, startChargingApi } from './charging.ts'

let api: ChargingApi
let shelter: Shelter
let toTemporal: Link
let worker: RunningWorker
beforeAll(async () => {
  const [host = '', port] = inject('temporalAddress').split(':')
  shelter = await startShelter()
  toTemporal = await openLink({ host, port: Number(port) })
  api = await startChargingApi({ startWorker: false, decisionWaits: PATIENT_DECISIONS })
  const settings = { ...api.directSettings, temporalAddress: `127.0.0.1:${toTemporal.port}` }
  worker = await startTestWorker(settings, pino({ level: 'silent' }), HASTE)
})
afterAll(async () => {
  await toTemporal?.cut()
  await toTemporal?.mend()
  worker?.shutdown()
  await worker?.stopped
  await api?.close()
  shelter?.close()
  await toTemporal?.close()
})

const { call, get, untilCharge } = askingAs('operator', () => api)

/** What is asked for is made from here on, and its workflow hears of that only when the link is mended. */
async function unheard(attempts: string, ask: () => ReturnType<typeof call>) {
  const { writer } = api.database
  return writer.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${sql.identifier(attempts)} IN SHARE ROW EXCLUSIVE MODE`)
    const making = ask()
    await untilAwaited(tx, api.database)
    await toTemporal.cut()
    return { making }
  })
}

/** @returns the id of the only one in the list, once it is as wanted. */
async function untilOne(path: string, wanted: object): Promise<string> {
  const listed = async () => (await get(path)).data
  await expect.poll(listed, PATIENCE).toMatchObject([wanted])
  return (await listed())[0].id
}

/** @returns what became of the decision, which is made while the worker does not reach Temporal. */
async function decided(kind: string, id: string, action: string, payload?: object): Promise<object> {
  const deciding = call('POST', `/v1/operations/${kind}%2F${id}/${action}`, payload)
  const target = `/v1/audit-log?target=${kind}/${id}`
  const audited = async () => (await api.call(api.home.keys.admin, 'GET', target)).json().data[0]
  await expect.poll(audited, PATIENCE).toMatchObject({ action })
  await toTemporal.mend()
  return (await deciding).json()
}

it('about the amount of a charge', async () => {
  const { id: providerAccountId, token } = await api.connect('FLOW2PAY')
  const charge = { ...NEW_CHARGE, providerAccountId }
  const { making } = await unheard('charge_attempts', () => call('POST', '/v1/charges', charge))
  const made = await making
  expect(made.statusCode, made.body).toBe(201)
  const { id, transactionId } = made.json()
  const payload = { evento: 'PixIn', token: 'trilho-demo-flow2pay-token', txid: transactionId, valor: 2_200 }
  const told = await api.app.inject({ method: 'POST', url: `/webhooks/flow2pay/${token}`, payload })
  expect(told.statusCode).toBe(200)
  await untilCharge(id, { attention: 'amountMismatch' })
  expect(await decided('charge', id, 'resolve', { outcome: 'created' })).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'APPROVED', needsAttention: false })
}, 120_000)

it('about a withdrawal that its provider has', async () => {
  const { id: providerAccountId } = await api.connect('BRAVIVE')
  const payload = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF', providerAccountId }
  const { making } = await unheard('disbursement_attempts', () => call('POST', '/v1/withdrawals', payload))
  const id = await untilOne('/v1/withdrawals', { withdrawId: expect.any(String) })
  expect(await decided('withdrawal', id, 'retry')).toMatchObject({ became: 'carriedOut' })
  expect((await making).statusCode).toBe(201)
}, 120_000)

it('about the word of a receiver’s provider', async () => {
  const { id: providerAccountId } = await api.addAccount(api.home, 'ABRIGO', { baseUrl: shelter.baseUrl })
  const { promise: isCut, resolve: letGo } = Promise.withResolvers<void>()
  shelter.script.status = 'quarantined'
  shelter.script.papers = [(response) => void isCut.then(() => reply(200, {})(response))]
  const making = call('POST', '/v1/receivers', { ...RECEIVER, providerAccountId })
  await expect.poll(() => shelter.calls.length, PATIENCE).toBe(2)
  await toTemporal.cut()
  letGo()
  const id = await untilOne('/v1/receivers', { attention: 'unmappedStatus' })
  expect(await decided('receiver', id, 'retry')).toMatchObject({ became: 'carriedOut' })
  expect((await making).statusCode).toBe(201)
}, 120_000)
