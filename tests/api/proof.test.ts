/** What an event of a history rests on: the webhook that said it, or the attempt that it tells of, and nothing of another platform's. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargeEvents, webhookEvents } from '../../db/schema/index.ts'
import { startTestApi, type Tenant, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

async function addWebhook(tenant: Tenant): Promise<string> {
  const { id: providerAccountId } = await api.addAccount(tenant, 'ASAAS')
  const said = { headers: {}, query: {}, body: '{}', bodyHash: tenant.platformId, verified: 'signature' } as const
  const { platformId } = tenant
  const [row] = await api.database.writer
    .insert(webhookEvents)
    .values({ platformId, providerAccountId, provider: 'ASAAS', ...said })
    .returning()
  return row?.id ?? ''
}

it('an event names the webhook or the attempt that it rests on', async () => {
  const { id: chargeId } = await api.addCharge(api.home)
  const [ours, theirs] = [await addWebhook(api.home), await addWebhook(api.other)]
  const ofWebhook = { webhookEventId: ours, verified: 'signature' }
  const rows = [
    ['requested', 'api', null, null],
    ['sent/1', 'api', null, 1],
    ['created/2', 'provider', null, 2],
    ['lookedUp/12', 'poll', null, 12],
    [`lookedUp/3/webhook/${ours}`, 'webhook', ofWebhook, 3],
    [`webhook/${ours}`, 'webhook', ofWebhook, null],
    [`ignored/webhook/${ours}.3`, 'webhook', ofWebhook, null],
    [`returned/${ours}`, 'webhook', ofWebhook, null],
    // Of another platform, of nothing that is stored, and what only looks like a number of an attempt.
    [`webhook/${theirs}`, 'webhook', null, null],
    [`webhook/${chargeId}`, 'webhook', null, null],
    [`returnedInPart/1200`, 'poll', null, null],
    [`operator/${ours}`, 'operator', null, null],
  ] as const
  await api.database.writer.insert(chargeEvents).values(
    rows.map(([key, cause], second) => ({
      chargeId,
      key,
      cause,
      type: 'eventIgnored',
      at: new Date(Date.UTC(2099, 0, 1, 0, 0, second)).toISOString(),
    })),
  )
  const { data } = (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${chargeId}/events`)).json()
  const proofs = data.slice(-rows.length).map(({ notice, attempt }: Record<string, unknown>) => [notice, attempt])
  expect(proofs).toEqual(rows.map(([, , notice, attempt]) => [notice, attempt]))
})
