/** What a stored webhook claims about a withdrawal, and how far it is proved. */
import type { Database } from '../db/client.ts'
import { reversalBy } from '../db/queries/disbursement/reversal.ts'
import { findWithdrawalOf, type NamedWithdrawal, unprovedLimitOf } from '../db/queries/webhook/inbox.ts'
import { defined } from '../domain/defined.ts'
import {
  type DisbursementStatus,
  isDisbursementSettled,
  isPaidOut,
  knownStatus,
  reversalOf,
} from '../domain/disbursement.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WebhookEvent, WithdrawEvent } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { withUnit } from './claims.ts'
import { loadStored } from './proven.ts'
import { translate } from './translate.ts'

export interface ProvenWithdrawal {
  disbursementId: string
  withdrawId: string
  /** Our reference, if the provider repeats it. It identifies an attempt whose answer was lost. */
  reference?: string
  /** The account whose provider sent the webhook. */
  accountId: string
  /** As for a charge's event. */
  trusted: boolean
  /** It states another amount than was requested, or none, or reverses the final status: it is read before it is accepted. */
  mustBeRead: boolean
  /**
   * Only the secret webhook URL proves it. An operator must confirm it if the amount is above the platform's limit for that, or if it
   * says that the money did not leave, or reverses the final status, because a seller would pay the withdrawal again. An operator
   * who has the webhook delivered again confirms this.
   */
  unprovable: boolean
  /** It names another withdrawal id than ours, or another amount was paid and the provider cannot be read. */
  isAnother: boolean
  claim: DisbursementStatus | null
  /** The withdrawal's status by which this is judged. */
  from: DisbursementStatus
  /** When the notice came, unless an operator has it delivered again and so says that it is news. It may have waited here. */
  saidAt?: string
  amount?: number
  rawStatus?: string
  unmapped?: boolean
  refusal?: string
}

/** @returns undefined if the key names no event of a withdrawal. */
export async function loadProvenWithdrawal(db: Database, eventKey: string): Promise<ProvenWithdrawal | undefined> {
  const stored = await loadStored(db, eventKey)
  const news = stored && translate(stored)
  const said = news && !(news instanceof ProviderError) ? asWithdrawal(news) : undefined
  if (!stored || !said) return undefined
  const { providerAccountId: accountId, provider, verified, replays, confirmedReplay, receivedAt } = stored
  const withdrawal = await findWithdrawalOf(db, accountId, said)
  if (!withdrawal) return undefined
  const event = withUnit(said, withdrawal.amount)
  const isProved = verified !== 'token'
  const isReadable = canWithdrawalBeRead(provider)
  const { disbursementId, platformId, amount: asked, externalId } = withdrawal
  const { withdrawId, reference, status: claim, amount, rawStatus, unmapped, refusal } = event
  const isNews = claim !== null && isDisbursementSettled(claim)
  return {
    disbursementId,
    withdrawId,
    accountId,
    trusted: isProved || !isReadable,
    mustBeRead: isReadable && isDoubtful(event, withdrawal),
    unprovable:
      !isProved &&
      !isReadable &&
      isNews &&
      (asked > (await unprovedLimitOf(db, platformId)) ||
        (confirmedReplay !== replays && makesPayAgain(event, withdrawal))),
    isAnother: (externalId !== null && externalId !== withdrawId) || (!isReadable && paysAnotherAmount(event, asked)),
    claim,
    from: knownStatus(withdrawal),
    ...defined({ reference, amount, rawStatus, refusal, unmapped: unmapped || undefined }),
    ...defined({ saidAt: confirmedReplay === replays ? undefined : receivedAt }),
  }
}

/** The webhook's withdrawal event, if it is or may be about a withdrawal. */
export function asWithdrawal(event: WebhookEvent): WithdrawEvent | undefined {
  switch (event.type) {
    case 'WITHDRAW':
      return event
    case 'TRANSACTION':
      return event.orWithdrawal
    case 'IGNORED':
      return undefined
  }
}

/** Money that leaves is compared with the requested amount, and a reversal of the final status is confirmed by a reading. */
function isDoubtful({ status, amount }: WithdrawEvent, { amount: asked, status: from }: NamedWithdrawal): boolean {
  if (status === null) return true
  return (isPaidOut(status) && amount !== asked) || reversalOf('withdrawal', from, status) !== undefined
}

/** A seller who is told this pays again, although the money may have left. */
function makesPayAgain(event: WithdrawEvent, withdrawal: NamedWithdrawal): boolean {
  const { status: to } = event
  const isOpen = !isDisbursementSettled(withdrawal.status)
  return (isOpen && to !== null && !isPaidOut(to)) || reverses(event, withdrawal)
}

/** As for the transition: a known word corrects an unmapped one, and what is outdated changes nothing. */
function reverses({ status: to, unmapped }: WithdrawEvent, withdrawal: NamedWithdrawal): boolean {
  if (to === null) return false
  const news = { to, cause: 'webhook', ...defined({ unmapped }) } as const
  return reversalBy({ kind: 'withdrawal', ...withdrawal }, news) !== undefined
}

function paysAnotherAmount({ status, amount }: WithdrawEvent, asked: number): boolean {
  return status !== null && isPaidOut(status) && amount !== undefined && amount !== asked
}

export function canWithdrawalBeRead(provider: string): boolean {
  return findProvider(provider).capabilities.operations.includes('readWithdraw')
}
