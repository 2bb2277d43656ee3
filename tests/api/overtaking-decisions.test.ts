/** An operator answers about a payment before the charge's workflow has heard that its transaction was made. */
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { RunningWorker } from '../../worker/worker.ts'
import { HASTE } from '../support/charge-stack.ts'
import { type Link, openLink } from '../support/link.ts'
import { untilAwaited } from '../support/locks.ts'
import { startTestWorker } from '../support/worker.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, PATIENT_DECISIONS, startChargingApi } from './charging.ts'

let api: ChargingApi
let toTemporal: Link
let worker: RunningWorker
beforeAll(async () => {
  const [host = '', port] = inject('temporalAddress').split(':')
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
  await toTemporal?.close()
})

const { call, untilCharge } = askingAs('operator', () => api)

it('is waited with until it has, and carried out', async () => {
  const { id: providerAccountId, token } = await api.connect('FLOW2PAY')
  const { writer } = api.database
  const { making } = await writer.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE charge_attempts IN SHARE ROW EXCLUSIVE MODE`)
    const making = call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId })
    await untilAwaited(tx, api.database)
    // What is made from here on, the workflow hears of only when the link is mended.
    await toTemporal.cut()
    return { making }
  })
  const made = await making
  expect(made.statusCode, made.body).toBe(201)
  const { id, transactionId } = made.json()

  const payload = { evento: 'PixIn', token: 'trilho-demo-flow2pay-token', txid: transactionId, valor: 2_200 }
  const told = await api.app.inject({ method: 'POST', url: `/webhooks/flow2pay/${token}`, payload })
  expect(told.statusCode).toBe(200)
  await untilCharge(id, { attention: 'amountMismatch' })

  const deciding = call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'created' })
  const audited = async () => (await api.call(api.home.keys.admin, 'GET', `/v1/audit-log?target=charge/${id}`)).json()
  await expect.poll(audited, PATIENCE).toMatchObject({ data: [{ action: 'resolve' }] })
  await toTemporal.mend()
  expect((await deciding).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'APPROVED', needsAttention: false })
}, 120_000)
