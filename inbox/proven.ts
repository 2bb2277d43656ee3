/** What a stored webhook says, and how far it is proved. */

import type { Database } from '../db/client.ts'
import { givenBackByUs } from '../db/queries/disbursement/create.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { findChargeOf, loadWebhookEvent, unprovedLimitOf } from '../db/queries/webhook/inbox.ts'
import { bringsMoney, type ChargeStatus, contradictionOf, isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { UUID } from '../domain/uuid.ts'
import type { WebhookEvent } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { claimOf, refundClaimOf, returnClaimOf, type Said } from './claims.ts'

export interface ProvenEvent {
  chargeId: string
  /** The number of the attempt whose transaction it names. */
  attempt: number
  transactionId: string
  /** The account whose provider sent it, and which holds the transaction. */
  accountId: string
  provider: string
  /**
   * Proved to come from the provider. Where a provider can neither sign nor be read, the secret in the address is all the
   * proof there will ever be. What nobody proved is only a reason to look.
   */
  trusted: boolean
  /**
   * It states another amount than was charged, or none, or that more went back than our refunds gave, or it contradicts where the
   * charge stands, as an old notice does too: believed only once the provider's own reading confirms it.
   */
  mustBeRead: boolean
  /**
   * Where nobody can be asked: money that came or went back by nothing but the secret address, or a payment that does not say of
   * how much it is, of more than the platform believes so. That it came an operator confirms; that it went back is believed once
   * the limit allows it, and the notice is replayed.
   */
  unprovable: boolean
  /** What it says; null where it says no status, or none that it could tell by itself. */
  claim: ChargeStatus | null
  /** What it says was paid. Integer cents. */
  amount?: number
  /** What it says has gone back to the buyer, where that is more than our refunds gave, and less than all. */
  returnedElsewhere?: number
  rawStatus?: string
  unmapped?: boolean
}

/** A webhook_events id, with the number of its replay. */
const EVENT_KEY = new RegExp(String.raw`^(${UUID})(?:\.\d+)?$`)

export const eventKeyOf = ({ id, replays }: Pick<WebhookEventRow, 'id' | 'replays'>): string =>
  replays === 0 ? id : `${id}.${replays}`

/** @returns undefined when nothing is stored under the key: whoever sends a signal may send anything. */
export async function loadStored(db: Database, eventKey: string): Promise<WebhookEventRow | undefined> {
  const [, id] = EVENT_KEY.exec(eventKey) ?? []
  return id === undefined ? undefined : loadWebhookEvent(db, id)
}

/** @returns undefined when the key names no event of a charge. */
export async function loadProvenEvent(db: Database, eventKey: string): Promise<ProvenEvent | undefined> {
  const stored = await loadStored(db, eventKey)
  const event = stored && translate(stored)
  if (!stored || !event || event instanceof ProviderError || event.type !== 'TRANSACTION') return undefined
  const charge = await findChargeOf(db, stored.providerAccountId, event)
  if (!charge) return undefined
  const isProved = stored.verified !== 'token'
  const isReadable = canBeRead(stored.provider)
  const { transactionId, amount, rawStatus, unmapped } = event
  const claim = claimOf(event, charge, isReadable)
  const ours = await givenBackByUs(db, event.isReturn || event.returned ? charge.paymentId : null)
  const meant = event.isReturn
    ? returnClaimOf(event, { amount: charge.amount, ours })
    : { claim: refundClaimOf(event, charge) }
  return {
    chargeId: charge.chargeId,
    attempt: charge.number,
    transactionId,
    accountId: stored.providerAccountId,
    provider: stored.provider,
    trusted: isProved || !isReadable,
    unprovable:
      !isReadable &&
      (isProved ? isUnstated(meant.claim, amount) : movesMoney(meant.claim)) &&
      charge.amount > (await unprovedLimitOf(db, charge.platformId)),
    mustBeRead:
      claim !== event.status ||
      (isReadable && (isContradiction(charge.status, event.status) || (event.returned ?? 0) > ours.all)),
    ...meant,
    ...defined({ amount: paidIn(event), rawStatus, unmapped: unmapped || undefined }),
  }
}

/** That nothing was paid needs no proof: what is paid all the same is heard. */
const movesMoney = (claim: ChargeStatus | null): boolean => claim !== null && isPaid(claim)

const isUnstated = (claim: ChargeStatus | null, amount: number | undefined): boolean =>
  amount === undefined && claim !== null && bringsMoney(claim)

/** What was paid, where nothing of it has gone back: some providers then state what is left. */
const paidIn = ({ status, amount, isReturn, returned }: Said): number | undefined =>
  status !== null && bringsMoney(status) && !isReturn && !returned ? amount : undefined

const isContradiction = (from: ChargeStatus, to: ChargeStatus | null): boolean =>
  to !== null && contradictionOf(from, to) !== undefined

export function canBeRead(provider: string): boolean {
  return findProvider(provider).capabilities.operations.includes('readTransaction')
}

/** In our words, by the provider's own adapter. What a reading has told of its transaction, or withdrawal, is said as well. */
export function translate(stored: WebhookEventRow): WebhookEvent | ProviderError {
  try {
    const { headers, query, body, reference } = stored
    const event = findProvider(stored.provider).translateWebhook({ headers, query, body })
    if (reference === null || event.type === 'IGNORED') return event
    if (event.type === 'WITHDRAW' || !event.orWithdrawal) return { reference, ...event }
    return { reference, ...event, orWithdrawal: { reference, ...event.orWithdrawal } }
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}
