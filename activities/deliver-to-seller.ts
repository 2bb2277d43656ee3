/** Delivers an event to a seller's endpoint. */

import { ApplicationFailure } from '@temporalio/common'
import { presentSellerEvent } from '../api/webhook/event.ts'
import { open } from '../config/seal.ts'
import {
  type LoadedDelivery,
  loadDelivery,
  markDeliveryFailed,
  recordDeliveryTry,
} from '../db/queries/webhook/deliveries.ts'
import { defined } from '../domain/defined.ts'
import { sealedSecretsOf, tellSeller } from '../gateway/seller.ts'
import type { DeliveryInput } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { shareTaken } from './failures.ts'

/** The share of a worker's places that one address may use. A failing address gets fewer than a working one. */
const PART = { working: 1 / 5, failing: 1 / 25 }
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * 60 * 1000

/** @throws ApplicationFailure NotDelivered (retry) on anything but a 2xx answer; RateLimited (retry) if no place was free. */
export function deliverToSeller({ database, deliveries, http, sealKey, publicUrl }: ActivityDependencies) {
  const db = database.writer
  const underWay = new Map<string, number>()

  return async ({ deliveryId, resends }: DeliveryInput): Promise<void> => {
    const found = await loadDelivery(db, deliveryId)
    if (found?.delivery.state !== 'pending') return
    if (resends !== undefined && resends !== found.delivery.resends) return
    const { delivery, endpoint } = found
    if (endpoint?.deletedAt) return markDeliveryFailed(db, deliveryId, { error: 'The endpoint was removed' })
    if (endpoint?.enabled === false) throw notDelivered('The endpoint is switched off', delivery.attempts)
    const { platformId } = delivery
    if (!deliveries.hasRoom(platformId)) throw shareTaken()
    const address = addressOf(found)
    const taken = underWay.get(address) ?? 0
    if (taken >= placesFor(found)) throw shareTaken()
    deliveries.take(platformId)
    underWay.set(address, taken + 1)
    try {
      await deliver(found)
    } finally {
      deliveries.give(platformId)
      leave(address)
    }
  }

  async function deliver(found: LoadedDelivery): Promise<void> {
    const { delivery, endpoint } = found
    const url = endpoint?.url ?? delivery.url
    const sealed = endpoint ? sealedSecretsOf(endpoint) : [found.sealedWebhookSecret]
    const secrets = sealed.map((secret) => open(secret, sealKey))
    const answer = await tellSeller(http, { url, id: delivery.event.id, body: messageOf(found), secrets })
    await recordDeliveryTry(db, delivery, { url, ...answer })
    if (!answer.delivered) throw notDelivered(answer.error ?? `The seller answered ${answer.status}`, delivery.attempts)
  }

  function placesFor(found: LoadedDelivery): number {
    return Math.max(1, Math.floor(deliveries.places * (isFailing(found) ? PART.failing : PART.working)))
  }

  function leave(address: string): void {
    const left = (underWay.get(address) ?? 1) - 1
    if (left > 0) underWay.set(address, left)
    else underWay.delete(address)
  }

  /** An address that was given with the charge also gets `timestamp`, as before endpoints existed. */
  function messageOf({ delivery, endpoint }: LoadedDelivery): object {
    const message = presentSellerEvent(delivery.event, publicUrl)
    return endpoint ? message : { ...message, timestamp: message.createdAt }
  }
}

const addressOf = ({ delivery, endpoint }: LoadedDelivery) =>
  endpoint?.id ?? `${delivery.platformId} ${new URL(delivery.url).host}`

const isFailing = ({ delivery, endpoint }: LoadedDelivery) =>
  delivery.attempts > 0 || (endpoint !== null && endpoint.failingSince !== null)

/** The pause depends on our own count of tries, because waiting for a place does not count as one. */
const notDelivered = (message: string, attempts: number) =>
  ApplicationFailure.create({
    type: 'NotDelivered',
    message,
    nextRetryDelay: Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS),
  })

/** Called after two days of retries. An operator can still resend the delivery. */
export function giveUpDelivery({ database }: ActivityDependencies) {
  return async ({ deliveryId, resends }: DeliveryInput): Promise<void> => {
    await markDeliveryFailed(database.writer, deliveryId, defined({ resends }))
  }
}
