/** Tells a seller what happened, signed as Standard Webhooks says. */

import { ApplicationFailure } from '@temporalio/common'
import { Webhook } from 'standardwebhooks'
import { open } from '../config/seal.ts'
import { loadDelivery, markDeliveryFailed, recordDeliveryTry } from '../db/queries/webhook/deliveries.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { ActivityDependencies } from './context.ts'
import { shareTaken } from './failures.ts'

/** @throws ApplicationFailure NotDelivered (retry) on anything but a 2xx answer. */
export function deliverToSeller(dependencies: ActivityDependencies) {
  const { database, deliveries } = dependencies
  return async ({ deliveryId }: { deliveryId: string }): Promise<void> => {
    const found = await loadDelivery(database.writer, deliveryId)
    if (!found || found.delivery.state === 'delivered') return
    const { platformId } = found.delivery
    if (!deliveries.hasRoom(platformId)) throw shareTaken()
    deliveries.take(platformId)
    try {
      await deliver(dependencies, found)
    } finally {
      deliveries.give(platformId)
    }
  }
}

async function deliver(
  { database, http, sealKey }: ActivityDependencies,
  { delivery, sealedWebhookSecret }: NonNullable<Awaited<ReturnType<typeof loadDelivery>>>,
): Promise<void> {
  const body = JSON.stringify(delivery.body)
  const timestamp = new Date()
  const outcome = await http
    .send({
      risk: 'repeatable',
      method: 'POST',
      url: delivery.url,
      authenticated: false,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Trilho-Webhooks',
        'webhook-id': delivery.id,
        'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
        'webhook-signature': new Webhook(open(sealedWebhookSecret, sealKey)).sign(delivery.id, timestamp, body),
      },
      body: { type: 'json', value: delivery.body },
    })
    .then(({ status }) => ({ status, error: null, delivered: status >= 200 && status < 300 }))
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return { status: null, error: error.message, delivered: false }
      throw error
    })
  await recordDeliveryTry(database.writer, delivery, outcome)
  if (outcome.delivered) return
  throw ApplicationFailure.create({
    type: 'NotDelivered',
    message: outcome.error ?? `The seller answered ${outcome.status}`,
  })
}

/** After days of trying. The delivery can still be sent again by hand. */
export function giveUpDelivery({ database }: ActivityDependencies) {
  return async ({ deliveryId }: { deliveryId: string }): Promise<void> => {
    await markDeliveryFailed(database.writer, deliveryId)
  }
}
