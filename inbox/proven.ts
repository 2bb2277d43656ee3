/** What a stored webhook claims about a charge, and how far it is proved. */
import type { Database } from '../db/client.ts'
import { knownRefunds } from '../db/queries/disbursement/create.ts'
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { findChargeOf, loadWebhookEvent, unprovedLimitOf, type WebhookCharge } from '../db/queries/webhook/inbox.ts'
import { bringsMoney, type ChargeStatus, contradictionOf, isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { UUID } from '../domain/uuid.ts'
import { findProvider } from '../providers/index.ts'
import { claimOf, refundClaimOf, returnClaimOf, type Said, withUnit } from './claims.ts'
import { type Further, type Meaning, meant } from './meant.ts'
import { translate } from './translate.ts'

export interface ProvenEvent {
  /** The stored webhook's id. */
  notice: string
  chargeId: string
  /** The number of the attempt whose transaction it names. */
  attempt: number
  transactionId: string
  /** Of a further payment: `AccountTransaction.beside`. */
  beside?: readonly string[]
  /** The account whose provider sent the webhook, and which holds the transaction. */
  accountId: string
  provider: string
  /**
   * Proved to come from the provider. If a provider neither signs nor can be read, the secret in the webhook URL is the only possible
   * proof. An event that is not trusted only causes a reading.
   */
  trusted: boolean
  /** Proved by a signature or a secret of the account, and not by the webhook URL alone. */
  isProved: boolean
  /** It says itself that money came, whatever the amount. */
  saysPaid: boolean
  /** An operator has it delivered again, and so says that it is news. */
  isConfirmed: boolean
  /**
   * It states another amount than was charged, or none, or a larger return than our refunds, or one that may be a refund of ours that is
   * under way, or its bank's; or it contradicts the charge's status, as an old notice may. It is accepted only once the provider's reading
   * confirms it.
   */
  mustBeRead: boolean
  /**
   * The provider cannot be read, the charge is above the platform's limit, and the event is either proved only by the secret webhook URL
   * or a payment without an amount. An operator confirms a payment. A return is accepted once the limit allows it and the notice is
   * replayed.
   */
  unprovable: boolean
  /** It states another amount than was charged, and the provider cannot be read, so only an operator can accept it. */
  isOther: boolean
  /**
   * What its payment is called if another one has paid the transaction before. Present only if our rows do not tell whether one has, so
   * that the provider must be asked.
   */
  unsureOf?: string
  /** It tells of a return without saying of which of the transaction's payments. Their readings say so. */
  ofAny?: true
  /** It tells of a return that may be a refund of ours, which is under way, or the bank's: a reading that shows a return says whose it is. */
  isAnybodys?: true
  /** The claimed status; null if there is none, or if the notice alone cannot decide it. */
  claim: ChargeStatus | null
  /** The amount paid according to the notice. Integer cents. */
  amount?: number
  /** The amount returned to the buyer according to the notice, which may be one return or the sum of several. Integer cents. */
  returned?: number
  /** The amount returned to the buyer, if it is more than our refunds and less than the whole charge. */
  returnedElsewhere?: number
  rawStatus?: string
  unmapped?: boolean
}

/** A webhook_events id, with the number of its replay. */
const EVENT_KEY = new RegExp(String.raw`^(${UUID})(?:\.\d+)?$`)

export const eventKeyOf = ({ id, replays }: Pick<WebhookEventRow, 'id' | 'replays'>): string =>
  replays === 0 ? id : `${id}.${replays}`

/** @returns undefined if nothing is stored under the key, because a signal may carry any key. */
export async function loadStored(db: Database, eventKey: string): Promise<WebhookEventRow | undefined> {
  const [, id] = EVENT_KEY.exec(eventKey) ?? []
  return id === undefined ? undefined : loadWebhookEvent(db, id)
}

/** What a stored webhook says of a charge's transaction. */
export interface NoticeOfCharge {
  stored: WebhookEventRow
  charge: WebhookCharge
  event: Said
}

/** @returns undefined if the key names no event of a charge. */
export async function loadNotice(
  db: Database,
  eventKey: string,
  found?: Further,
): Promise<(NoticeOfCharge & Omit<Meaning, 'about'>) | undefined> {
  const stored = await loadStored(db, eventKey)
  const said = stored && translate(stored)
  if (!stored || !said || said instanceof ProviderError || said.type !== 'TRANSACTION') return undefined
  const meaning = await meant(db, stored, said, found)
  if (!meaning) return undefined
  const { about, ...doubt } = meaning
  const charge = await findChargeOf(db, stored.providerAccountId, about)
  return charge && { stored, charge, event: withUnit(about, charge.amount), ...doubt }
}

/**
 * @param found the further payment that a reading found it to be about (`unsureOf`).
 * @returns undefined if the key names no event of a charge.
 */
export async function loadProvenEvent(
  db: Database,
  eventKey: string,
  found?: Further,
): Promise<ProvenEvent | undefined> {
  const notice = await loadNotice(db, eventKey, found)
  if (!notice) return undefined
  const { stored, charge, event, unsureOf, ofAny } = notice
  const isProved = stored.verified !== 'token'
  const isReadable = canBeRead(stored.provider)
  const { transactionId, beside, amount, returned, rawStatus, unmapped } = event
  const claim = claimOf(event, charge, isReadable)
  const ours = await knownRefunds(db, event.isReturn || event.returned ? charge.paymentId : null)
  const payment = { amount: charge.paid }
  const claimed = event.isReturn ? returnClaimOf(event, { ...payment, ours }) : { claim: refundClaimOf(event, payment) }
  const isAnybodys = isReadable && event.isReturn === true && ours.underWay > 0
  return {
    notice: stored.id,
    chargeId: charge.chargeId,
    attempt: charge.number,
    transactionId,
    accountId: stored.providerAccountId,
    provider: stored.provider,
    trusted: isProved || !isReadable,
    isProved,
    saysPaid: event.status !== null && bringsMoney(event.status),
    isConfirmed: stored.confirmedReplay === stored.replays,
    unprovable:
      !isReadable &&
      (isProved ? isUnstated(claimed.claim, amount) : movesMoney(claimed.claim)) &&
      charge.amount > (await unprovedLimitOf(db, charge.platformId)),
    isOther: claim === 'amountMismatch',
    mustBeRead:
      claim !== event.status ||
      (isReadable && (isContradiction(charge.status, event.status) || (event.returned ?? 0) > ours.all || isAnybodys)),
    ...claimed,
    ...defined({
      beside,
      amount: paidIn(event),
      returned,
      rawStatus,
      unmapped: unmapped || undefined,
      unsureOf,
      ofAny,
      isAnybodys: isAnybodys || undefined,
    }),
  }
}

/** A claim that nothing was paid needs no proof, because a later payment is still noticed. */
const movesMoney = (claim: ChargeStatus | null): boolean => claim !== null && isPaid(claim)

const isUnstated = (claim: ChargeStatus | null, amount: number | undefined): boolean =>
  amount === undefined && claim !== null && bringsMoney(claim)

/** The amount paid, if nothing was returned. After a return some providers state only the rest. */
const paidIn = ({ status, amount, isReturn, returned }: Said): number | undefined =>
  status !== null && bringsMoney(status) && !isReturn && !returned ? amount : undefined

const isContradiction = (from: ChargeStatus, to: ChargeStatus | null): boolean =>
  to !== null && contradictionOf(from, to) !== undefined

export function canBeRead(provider: string): boolean {
  return findProvider(provider).capabilities.operations.includes('readTransaction')
}
