/** What sellers were told is forgotten when its time is over; nothing that is still to be sent, and no number twice. */
import { asc, eq } from 'drizzle-orm'
import { V7Generator } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { resendWebhookDelivery } from '../../db/queries/webhook/deliveries.ts'
import { forgetOldNotices } from '../../db/queries/webhook/retention.ts'
import { sellerEvents, webhookDeliveries, webhookEndpoints } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 10

let api: TestApi
let chargeId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  const { writer } = api.database
  await writer.delete(webhookDeliveries)
  await writer.delete(sellerEvents)
  await writer.delete(webhookEndpoints)
  chargeId = (await api.addMadeCharge(api.home)).id
})

const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const idOf = (days: number) => new V7Generator().generateOrResetCore(ago(days).getTime(), 10_000).toString()

type Told = Partial<typeof webhookDeliveries.$inferInsert> & { days: number; sequence: number }

/** An event of so many days ago, and its delivery. */
async function tell({ days, sequence, ...delivery }: Told): Promise<string> {
  const { writer } = api.database
  const { platformId } = api.home
  const at = { id: idOf(days), platformId, createdAt: ago(days).toISOString() }
  const snapshot = { id: chargeId }
  await writer
    .insert(sellerEvents)
    .values({ ...at, type: 'charge.approved', kind: 'charge', subjectId: chargeId, sequence, snapshot })
  const id = idOf(days)
  const url = 'https://shop.example/hook'
  await writer
    .insert(webhookDeliveries)
    .values({ ...at, eventId: at.id, url, state: 'delivered', startAt: at.createdAt, ...delivery, id })
  return id
}

async function left() {
  const { writer } = api.database
  const events = await writer.select().from(sellerEvents).orderBy(asc(sellerEvents.sequence))
  const deliveries = await writer.select().from(webhookDeliveries)
  return {
    events: events.map(({ sequence, snapshot }) => [sequence, Object.keys(snapshot).length > 0]),
    deliveries: deliveries.length,
  }
}
const forget = () => forgetOldNotices(api.database.writer, KEPT_DAYS)

describe('what was told', () => {
  test.each([
    ['that arrived', { state: 'delivered', deliveredAt: ago(11).toISOString() }],
    ['that was given up', { state: 'failed' }],
  ] as const)('%s goes after its days, and not before', async (_, delivery) => {
    await tell({ days: 11, sequence: 1, ...delivery })
    await tell({ days: 9, sequence: 2, ...delivery, deliveredAt: null })
    await forget()
    expect(await left()).toEqual({ events: [[2, true]], deliveries: 1 })
  })

  test('that is still to be sent stays, however old it is, with its contents', async () => {
    await tell({ days: 400, sequence: 1, state: 'pending' })
    await tell({ days: 300, sequence: 2, state: 'pending', attempts: 9 })
    await tell({ days: 200, sequence: 3 })
    await forget()
    expect(await left()).toEqual({
      events: [
        [1, true],
        [2, true],
        [3, false],
      ],
      deliveries: 2,
    })
  })

  test('that an operator asked for again stays for its days from then on', async () => {
    const { writer } = api.database
    const id = await tell({ days: 30, sequence: 1, state: 'failed' })
    expect(await resendWebhookDelivery(writer, api.home.platformId, id)).toBeDefined()
    await forget()
    await writer.update(webhookDeliveries).set({ state: 'failed' }).where(eq(webhookDeliveries.id, id))
    await forget()
    expect(await left()).toEqual({ events: [[1, true]], deliveries: 1 })
  })

  test('leaves the number of the last event, which the next one follows', async () => {
    const { writer } = api.database
    await tell({ days: 50, sequence: 40 })
    await tell({ days: 40, sequence: 41 })
    await forget()
    expect(await left()).toEqual({ events: [[41, false]], deliveries: 0 })
    await writer.insert(webhookEndpoints).values({
      platformId: api.home.platformId,
      url: 'https://shop.example/hook',
      events: ['*'],
      sealedSecret: 'sealed',
    })
    await applyTransition(writer, { chargeId, to: 'APPROVED', cause: 'webhook', key: 'webhook/1' })
    const { events } = await left()
    expect(events.at(-1)).toEqual([42, true])
  })

  test('goes in many batches', async () => {
    const { writer } = api.database
    const eventId = idOf(60)
    const { platformId } = api.home
    const createdAt = ago(60).toISOString()
    await writer.insert(sellerEvents).values({
      id: eventId,
      platformId,
      createdAt,
      type: 'charge.approved',
      kind: 'charge',
      subjectId: chargeId,
      sequence: 1,
      snapshot: { id: chargeId },
    })
    const url = 'https://shop.example/hook'
    const row = () => ({
      id: idOf(60),
      platformId,
      eventId,
      url,
      state: 'failed' as const,
      createdAt,
      startAt: createdAt,
    })
    await writer.insert(webhookDeliveries).values(Array.from({ length: 2_500 }, row))
    await forget()
    expect(await left()).toEqual({ events: [[1, false]], deliveries: 0 })
  })
})
