/** Tells a seller what happened. */

import { ApplicationFailure } from '@temporalio/common'
import { presentSellerEvent } from '../api/webhook/event.ts'
import { open } from '../config/seal.ts'
import {
  type LoadedDelivery,
  loadDelivery,
  markDeliveryFailed,
  recordDeliveryTry,
} from '../db/queries/webhook/deliveries.ts'
import { sealedSecretsOf, tellSeller } from '../gateway/seller.ts'
import type { ActivityDependencies } from './context.ts'
import { shareTaken } from './failures.ts'

/** One address leaves places of a worker to the others: one that takes notices may have more of them than one that does not. */
const PART = { working: 1 / 5, failing: 1 / 25 }
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * 60 * 1000

/** @throws ApplicationFailure NotDelivered (retry) on anything but a 2xx answer; RateLimited (retry) when nothing was tried. */
export function deliverToSeller({ database, deliveries, http, sealKey, publicUrl }: ActivityDependencies) {
  const db = database.writer
  const underWay = new Map<string, number>()

  return async ({ deliveryId }: { deliveryId: string }): Promise<void> => {
    const found = await loadDelivery(db, deliveryId)
    if (found?.delivery.state !== 'pending') return
    const { delivery, endpoint } = found
    if (endpoint?.deletedAt) return markDeliveryFailed(db, deliveryId, 'The endpoint was removed')
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

  /** `timestamp` is what the address that came with the charge has always had. */
  function messageOf({ delivery, endpoint }: LoadedDelivery): object {
    const message = presentSellerEvent(delivery.event, publicUrl)
    return endpoint ? message : { ...message, timestamp: message.createdAt }
  }
}

const addressOf = ({ delivery, endpoint }: LoadedDelivery) =>
  endpoint?.id ?? `${delivery.platformId} ${new URL(delivery.url).host}`

const isFailing = ({ delivery, endpoint }: LoadedDelivery) =>
  delivery.attempts > 0 || (endpoint !== null && endpoint.failingSince !== null)

/** The next try comes by our own count of tries: waiting for a place is none. */
const notDelivered = (message: string, attempts: number) =>
  ApplicationFailure.create({
    type: 'NotDelivered',
    message,
    nextRetryDelay: Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS),
  })

/** After days of trying. The delivery can still be sent again by hand. */
export function giveUpDelivery({ database }: ActivityDependencies) {
  return async ({ deliveryId }: { deliveryId: string }): Promise<void> => {
    await markDeliveryFailed(database.writer, deliveryId)
  }
}
