/** A seller waits to be told, and the workflow that was to do it is gone: by mistake, or because Temporal has lost it. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverToSeller, giveUpDelivery } from '../../activities/deliver-to-seller.ts'
import { startDueExports } from '../../activities/export/write-export.ts'
import { startDueDeliveries } from '../../activities/start-deliveries.ts'
import { deriveKey } from '../../config/keys.ts'
import { addExport } from '../../db/queries/export/exports.ts'
import { listExports, webhookDeliveries, webhookEndpoints } from '../../db/schema/index.ts'
import { createShares } from '../../gateway/shares.ts'
import { startDelivery, startExport } from '../../temporal/start-delivery.ts'
import { listExportWorkflowId, webhookDeliveryWorkflowId } from '../../workflows/messages.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { addDelivery, complete } from '../support/deliveries.ts'
import { waitingForTemporal } from '../support/patient-temporal.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  // What Temporal answers late is left to a later round, which there is none of here.
  waitingForTemporal(api)
})
afterAll(() => api?.close())

const handleOf = (id: string) => api.temporal.workflow.getHandle(webhookDeliveryWorkflowId(id))
const dependencies = () => ({ database: api.database, temporal: api.temporal, logger: { warn: () => {} } }) as never

function workerWith(sellerHttp: object) {
  const sealKey = deriveKey(api.settings.masterKey, 'seal')
  const rest = { deliveries: createShares(10), sellerHttp, sealKey, publicUrl: 'https://trilho.example' }
  return { database: api.database, ...rest } as never
}

async function waiting(changes: Partial<typeof webhookDeliveries.$inferInsert>) {
  const delivery = await addDelivery(api.database.writer, await api.addMadeCharge(api.home), changes)
  await startDelivery(dependencies(), delivery)
  return delivery
}

/** No worker takes from the queue here: what is done with a run, the test does. */
const GONE = {
  'was terminated': async (id: string) => {
    await handleOf(id).terminate('by mistake')
  },
  'was deleted': async (id: string) => {
    await api.temporal.workflowService.deleteWorkflowExecution({
      namespace: api.temporal.options.namespace,
      workflowExecution: { workflowId: webhookDeliveryWorkflowId(id) },
    })
    await expect
      .poll(
        () =>
          handleOf(id)
            .describe()
            .then(String, ({ name }: Error) => name),
        { timeout: 60_000 },
      )
      .toBe('WorkflowNotFoundError')
  },
  'has ended, and what it wrote last is lost': (id: string) => complete(api.temporal, webhookDeliveryWorkflowId(id)),
} as const

const cases = Object.keys(GONE).flatMap((gone) => [0, 3].map((attempts) => ({ gone, attempts }) as const))

test.each(cases)('a delivery after $attempts tries whose workflow $gone begins again', async ({ gone, attempts }) => {
  const { id } = await waiting({ attempts, startAt: sql`now() - interval '1 minute'` as never })
  await GONE[gone as keyof typeof GONE](id)
  await startDueDeliveries(dependencies())
  expect((await handleOf(id).describe()).status.name).toBe('RUNNING')
  await handleOf(id).terminate()
  await api.database.writer.update(webhookDeliveries).set({ state: 'delivered' }).where(eq(webhookDeliveries.id, id))
})

test.each([0, 3])('a delivery after %i tries that Temporal does not take is started again soon', async (attempts) => {
  const { writer } = api.database
  const due = { attempts, startAt: sql`now() - interval '1 minute'` as never }
  const { id } = await addDelivery(writer, await api.addMadeCharge(api.home), due)
  const isIt = eq(webhookDeliveries.id, id)
  const isSoon = sql<boolean>`${webhookDeliveries.startAt} < now() + interval '1 minute'`
  const startsSoon = async () => (await writer.select({ isSoon }).from(webhookDeliveries).where(isIt))[0]?.isSoon
  const start = () => Promise.reject(new Error('refused'))
  const connection = { withDeadline: (_: number, ask: () => Promise<unknown>) => ask() }
  await startDueDeliveries({ ...(dependencies() as object), temporal: { connection, workflow: { start } } } as never)
  expect(await startsSoon()).toBe(true)
  await writer
    .update(webhookDeliveries)
    .set({ ...due, createdAt: sql`now() - interval '1 hour'` as never })
    .where(isIt)
  await startDueDeliveries(dependencies())
  expect(await startsSoon()).toBe(false)
  await handleOf(id).terminate()
  await writer.update(webhookDeliveries).set({ state: 'delivered' }).where(isIt)
})

test('a list whose workflow has ended, and whose end is lost, is written again', async () => {
  const { platformId } = api.home
  const wanted = {
    platformId,
    resource: 'charges',
    filters: {},
    language: 'en',
    folder: 'lost',
    createdBy: 'x',
  } as const
  const { id = '' } = (await addExport(api.database.writer, wanted)) ?? {}
  const handle = api.temporal.workflow.getHandle(listExportWorkflowId(id))
  expect(await startExport(dependencies(), { id, platformId })).toBe(true)
  await complete(api.temporal, listExportWorkflowId(id))
  const isOverdue = { startAt: sql`now() - interval '1 minute'` as never }
  await api.database.writer.update(listExports).set(isOverdue).where(eq(listExports.id, id))
  await startDueExports(dependencies())
  expect((await handle.describe()).status.name).toBe('RUNNING')
  await handle.terminate()
})

test('a delivery whose workflow waits for its next try goes on with the one it has', async () => {
  const { id } = await waiting({ attempts: 3, startAt: sql`now() - interval '1 minute'` as never })
  const { runId } = await handleOf(id).describe()
  await startDueDeliveries(dependencies())
  expect((await handleOf(id).describe()).runId).toBe(runId)
})

test('a try that fails after a resend does not keep the resent delivery waiting', async () => {
  const { id } = await addDelivery(api.database.writer, await api.addMadeCharge(api.home))
  const resend = () => api.call(api.home.keys.operator, 'POST', `/v1/webhook-deliveries/${id}/resend`)
  const http = {
    send: async () => {
      const resent = await resend()
      expect(resent.statusCode, resent.body).toBe(202)
      return { status: 500, headers: {}, body: '' }
    },
  }
  await expect(deliverToSeller(workerWith(http))({ deliveryId: id, resends: 0 })).rejects.toThrow('answered 500')
  const shown = await api.call(api.home.keys.operator, 'GET', `/v1/webhook-deliveries/${id}`)
  expect(shown.json()).toMatchObject({ state: 'pending', resends: 1, attempts: 0 })
  const handle = handleOf(`${id}.1`)
  await handle.terminate('lost')
  await startDueDeliveries(dependencies())
  expect((await handle.describe()).status.name).toBe('RUNNING')
  await handle.terminate()
  await api.database.writer.update(webhookDeliveries).set({ state: 'delivered' }).where(eq(webhookDeliveries.id, id))
})

test('the workflow that a resend has replaced tells no endpoint and gives nothing up: its two days end before the new one’s', async () => {
  const { id } = await addDelivery(api.database.writer, await api.addMadeCharge(api.home), { resends: 1 })
  const asked: string[] = []
  const http = {
    send: async ({ url }: { url: string }) => {
      asked.push(url)
      return { status: 200, headers: {}, body: '' }
    },
  }
  const worker = workerWith(http)
  const stateOf = async () => {
    const [row] = await api.database.writer.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
    return row?.state
  }
  await deliverToSeller(worker)({ deliveryId: id, resends: 0 })
  await giveUpDelivery(worker)({ deliveryId: id, resends: 0 })
  expect([asked.length, await stateOf()]).toEqual([0, 'pending'])
  await deliverToSeller(worker)({ deliveryId: id, resends: 1 })
  expect([asked.length, await stateOf()]).toEqual([1, 'delivered'])
})

/** What has become of a delivery once its two days are over, and whether the sweep then starts it. */
async function afterTwoDays(id: string): Promise<[state: string | undefined, isStarted: boolean]> {
  const { writer } = api.database
  await giveUpDelivery(dependencies())({ deliveryId: id, resends: 0 })
  await handleOf(id).terminate('its two days are over')
  await startDueDeliveries(dependencies())
  const [row] = await writer.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  const isStarted = (await handleOf(id).describe()).status.name === 'RUNNING'
  if (isStarted) await handleOf(id).terminate()
  await writer.update(webhookDeliveries).set({ state: 'delivered' }).where(eq(webhookDeliveries.id, id))
  return [row?.state, isStarted]
}

const DAYS_AGO = (days: number) => sql`now() - make_interval(days => ${days})` as never
const ENDS = [
  ['was never tried, because no worker was there', { createdAt: DAYS_AGO(3) }, ['pending', true]],
  ['was never tried in two weeks', { createdAt: DAYS_AGO(15) }, ['failed', false]],
  ['was tried', { createdAt: DAYS_AGO(3), attempts: 1 }, ['failed', false]],
] as const

test.each(ENDS)('a delivery that %s', async (_, changes, expected) => {
  const { id } = await waiting({ ...changes, startAt: sql`now() - interval '1 minute'` as never })
  expect(await afterTwoDays(id)).toEqual(expected)
})

test.each([
  ['is switched off', { enabled: false }, ['failed', false]],
  ['works', {}, ['pending', true]],
] as const)('an untried delivery whose endpoint %s', async (_, changes, expected) => {
  const common = { platformId: api.home.platformId, url: 'http://127.0.0.1:1/hook', sealedSecret: 'sealed' }
  const [endpoint] = await api.database.writer
    .insert(webhookEndpoints)
    .values({ ...common, events: ['charge.refunded'], ...changes })
    .returning()
  const { id } = await waiting({ endpointId: endpoint?.id ?? null, startAt: sql`now() - interval '1 minute'` as never })
  expect(await afterTwoDays(id)).toEqual(expected)
})
