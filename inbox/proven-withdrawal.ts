/** What a stored webhook says of a withdrawal, and how far it is proved. */

import type { Database } from '../db/client.ts'
import { findWithdrawalOf, type NamedWithdrawal, unprovedLimitOf } from '../db/queries/webhook/inbox.ts'
import { defined } from '../domain/defined.ts'
import { type DisbursementStatus, isDisbursementSettled, isPaidOut, reversalOf } from '../domain/disbursement.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WebhookEvent, WithdrawEvent } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { loadStored, translate } from './proven.ts'

export interface ProvenWithdrawal {
  disbursementId: string
  withdrawId: string
  /** Ours, where the provider repeats it: by it an attempt is known whose answer was lost. */
  reference?: string
  /** The account whose provider sent it. */
  accountId: string
  /** As of a charge's event. */
  trusted: boolean
  /** It states another amount than was asked for, or none, or it reverses how the withdrawal ended: read before it is believed. */
  mustBeRead: boolean
  /** Of more than the platform believes by the secret address alone, and nothing else proves it: an operator confirms it. */
  unprovable: boolean
  /** The provider speaks of another withdrawal than the one that we know, or paid another amount, and cannot be read. */
  isAnother: boolean
  claim: DisbursementStatus | null
  amount?: number
  rawStatus?: string
  unmapped?: boolean
  refusal?: string
}

/** @returns undefined when the key names no event of a withdrawal. */
export async function loadProvenWithdrawal(db: Database, eventKey: string): Promise<ProvenWithdrawal | undefined> {
  const stored = await loadStored(db, eventKey)
  const said = stored && translate(stored)
  const event = said && !(said instanceof ProviderError) ? asWithdrawal(said) : undefined
  if (!stored || !event) return undefined
  const { providerAccountId: accountId, provider, verified } = stored
  const withdrawal = await findWithdrawalOf(db, accountId, event)
  if (!withdrawal) return undefined
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
    unprovable: !isProved && !isReadable && isNews && asked > (await unprovedLimitOf(db, platformId)),
    isAnother: (externalId !== null && externalId !== withdrawId) || (!isReadable && paysAnotherAmount(event, asked)),
    claim,
    ...defined({ reference, amount, rawStatus, refusal, unmapped: unmapped || undefined }),
  }
}

/** What a webhook says if it is about a withdrawal. */
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

/** What leaves is compared with what was asked for, and what comes back after the end is asked for twice. */
function isDoubtful({ status, amount }: WithdrawEvent, { amount: asked, status: from }: NamedWithdrawal): boolean {
  if (status === null) return true
  return (isPaidOut(status) && amount !== asked) || reversalOf('withdrawal', from, status) !== undefined
}

function paysAnotherAmount({ status, amount }: WithdrawEvent, asked: number): boolean {
  return status !== null && isPaidOut(status) && amount !== undefined && amount !== asked
}

export function canWithdrawalBeRead(provider: string): boolean {
  return findProvider(provider).capabilities.operations.includes('readWithdraw')
}
