/** Delivers an event to a seller's endpoint. */
import { ApplicationFailure } from '@temporalio/common'
import { presentSellerEvent } from '../api/webhook/event.ts'
import { open } from '../config/seal.ts'
import {
  giveUpPending,
  type LoadedDelivery,
  loadDelivery,
  markDeliveryFailed,
  recordDeliveryTry,
} from '../db/queries/webhook/deliveries.ts'
import { deliveryWaits } from '../domain/delivery.ts'
import { sealedSecretsOf, tellSeller } from '../gateway/seller.ts'
import type { DeliveryInput } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { growingPauseMs, shareTaken } from './failures.ts'

/** The share of a worker's places that one address may use. A failing address gets fewer than a working one. */
const PART = { working: 1 / 5, failing: 1 / 25 }
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * 60 * 1000
/** The most waiting deliveries whose place is remembered. Forgetting one costs a query. */
const MOST_WAITING = 10_000

/** A place that a delivery needs. */
interface Place {
  platformId: string
  address: string
  /** How many places the address may use. */
  most: number
}

/** @throws ApplicationFailure NotDelivered (retry) on anything but a 2xx answer; RateLimited (retry) if no place was free. */
export function deliverToSeller({ database, deliveries, sellerHttp, sealKey, publicUrl }: ActivityDependencies) {
  const db = database.writer
  const underWay = new Map<string, number>()
  const waiting = new Map<string, Place>()

  /** Checks first for the place that the delivery waits for, so that one without a place costs no query. */
  return async ({ deliveryId, resends }: DeliveryInput): Promise<void> => {
    const awaited = waiting.get(deliveryId)
    if (awaited && !isFree(awaited)) throw shareTaken(growingPauseMs())
    waiting.delete(deliveryId)
    const found = await loadDelivery(db, deliveryId)
    if (!found || !deliveryWaits(found.delivery.state)) return
    if (resends !== undefined && resends !== found.delivery.resends) return
    const { delivery, endpoint } = found
    if (endpoint?.deletedAt) return markDeliveryFailed(db, deliveryId, 'The endpoint was removed')
    if (endpoint?.enabled === false)
      throw notDelivered('The endpoint is switched off', growingPauseMs() * (1 + Math.random()))
    const place = { platformId: delivery.platformId, address: addressOf(found), most: placesFor(found) }
    if (!isFree(place)) {
      remember(deliveryId, place)
      throw shareTaken(growingPauseMs())
    }
    take(place)
    try {
      await deliver(found)
    } finally {
      leave(place)
    }
  }

  function isFree({ platformId, address, most }: Place): boolean {
    return deliveries.hasRoom(platformId) && (underWay.get(address) ?? 0) < most
  }

  function remember(deliveryId: string, place: Place): void {
    const [oldest] = waiting.keys()
    if (oldest !== undefined && waiting.size >= MOST_WAITING) waiting.delete(oldest)
    waiting.set(deliveryId, place)
  }

  function take({ platformId, address }: Place): void {
    deliveries.take(platformId)
    underWay.set(address, (underWay.get(address) ?? 0) + 1)
  }

  function leave({ platformId, address }: Place): void {
    deliveries.give(platformId)
    const left = (underWay.get(address) ?? 1) - 1
    if (left > 0) underWay.set(address, left)
    else underWay.delete(address)
  }

  async function deliver(found: LoadedDelivery): Promise<void> {
    const { delivery, endpoint } = found
    const url = endpoint?.url ?? delivery.url
    const secrets = sealedSecretsOf(found.secrets).map((secret) => open(secret, sealKey))
    const answer = await tellSeller(sellerHttp, { url, id: delivery.event.id, body: messageOf(found), secrets })
    await recordDeliveryTry(db, delivery, { url, ...answer })
    if (!answer.delivered)
      throw notDelivered(answer.error ?? `The seller answered ${answer.status}`, pauseAfter(delivery.attempts))
  }

  function placesFor(found: LoadedDelivery): number {
    return Math.max(1, Math.floor(deliveries.places * (isFailing(found) ? PART.failing : PART.working)))
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
const pauseAfter = (attempts: number) => Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)

const notDelivered = (message: string, nextRetryDelay: number) =>
  ApplicationFailure.create({ type: 'NotDelivered', message, nextRetryDelay })

/** Called after two days of retries, or of waiting for a worker that could try. An operator can still resend the delivery. */
export function giveUpDelivery({ database }: ActivityDependencies) {
  return async ({ deliveryId, resends }: DeliveryInput): Promise<void> => {
    await giveUpPending(database.writer, deliveryId, resends)
  }
}
