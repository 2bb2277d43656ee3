/** Tests of endpoints: events and deliveries like all others, sent once by the API itself. */
import { eq, sql } from 'drizzle-orm'
import { ENDPOINT_TEST } from '../../../domain/seller-event.ts'
import type { Database } from '../../client.ts'
import { sellerEvents, webhookDeliveries, webhookDeliveryAttempts, webhookEndpoints } from '../../schema/index.ts'
import type { DeliveryTry, SellerEventRow } from './deliveries.ts'
import type { WebhookEndpointRow } from './endpoints.ts'

/** The event of a new test. The lock of the endpoint's row gives concurrent tests different numbers. */
export async function insertEndpointTest(
  db: Database,
  { id: endpointId, platformId }: WebhookEndpointRow,
): Promise<SellerEventRow> {
  return db.transaction(async (tx) => {
    await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId)).for('no key update')
    const [event] = await tx
      .insert(sellerEvents)
      .values({
        platformId,
        type: ENDPOINT_TEST,
        kind: 'endpoint',
        subjectId: endpointId,
        sequence: sql`(
          SELECT coalesce(max(known.sequence), 0) + 1 FROM ${sellerEvents} known WHERE known.subject_id = ${endpointId})`,
        snapshot: {},
      })
      .returning()
    if (!event) throw new Error('The test was not recorded')
    return event
  })
}

/** Records what came of a test. A failed one is not sent again, unless a user resends it. @returns its id. */
export async function recordEndpointTest(
  db: Database,
  { id: eventId, platformId, subjectId: endpointId }: SellerEventRow,
  outcome: DeliveryTry,
): Promise<string> {
  const { url, at, durationMs, delivered, status, error } = outcome
  return db.transaction(async (tx) => {
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({
        ...{ platformId, eventId, endpointId, url, attempts: 1, lastStatus: status, lastError: error },
        ...(delivered ? { state: 'delivered' as const, deliveredAt: sql`now()` } : { state: 'failed' as const }),
      })
      .returning({ id: webhookDeliveries.id })
    if (!delivery) throw new Error('The test was not recorded')
    const attempt = { deliveryId: delivery.id, url, at, durationMs, delivered, status, error }
    await tx.insert(webhookDeliveryAttempts).values(attempt)
    return delivery.id
  })
}
