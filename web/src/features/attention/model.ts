/** The bulk decisions about items that wait for an operator, and the page of each item. */
import type { TFunction } from 'i18next'
import { isSettled } from '../../../../domain/charge.ts'
import { mayBePaid } from '../../../../domain/disbursement.ts'
import type { Me, WaitingItem } from '../../api/contract.ts'
import { seriousFirst } from '../../ui/attention.tsx'
import { isSeenOnly } from '../disbursements/decisions.ts'
import { type Askable, canLookUp, canRetry } from '../providers/askable.ts'
import { decisionsAbout } from '../receivers/decisions.ts'

/** What a workflow decides. */
const DECISIONS = ['retry', 'acknowledge', 'notCreated', 'cancel'] as const
export type BulkDecision = (typeof DECISIONS)[number]

/** In the order of the buttons: harmless ones first. */
export const BULK_OPERATIONS = [
  'retry',
  'test',
  'acknowledge',
  'settle',
  'pause',
  'lose',
  'notCreated',
  'cancel',
] as const satisfies readonly (BulkDecision | 'test' | 'settle' | 'pause' | 'lose')[]
export type BulkOperation = (typeof BULK_OPERATIONS)[number]

/** A wrong bulk decision of this kind cannot be undone, so the operator must type the number of items. */
export const isTyped = (operation: BulkOperation): boolean => operation === 'notCreated' || operation === 'cancel'

/** Whether the operator adds a note, which is stored with each item. */
export const hasNote = (operation: BulkOperation): operation is 'settle' | 'lose' =>
  operation === 'settle' || operation === 'lose'

/** Reasons that a retry may clear, and reasons for which the operator may state that nothing was created. */
const CHARGE_RETRIES: ReadonlySet<string> = new Set(['unknownOutcome', 'providerUnreachable', 'workflowLost'])
const CHARGE_IN_DOUBT: ReadonlySet<string> = new Set(['unknownOutcome', 'providerUnreachable'])

/** A refund or withdrawal of which it is not even known whether it was sent. */
const MAY_BE_UNSENT: ReadonlySet<string> = new Set(['workflowLost', 'awaitsApproval'])

/**
 * The decisions allowed in bulk; none where an operator must look at the item first. The server checks each item again: one that
 * turns out to be paid is not cancelled.
 * @param role of the user who decides: only administrators decide about endpoints.
 */
export function operationsOf(
  item: WaitingItem,
  provider: Askable | undefined,
  role: Me['role'],
): readonly BulkOperation[] {
  switch (item.kind) {
    case 'charge':
      if (isSettled(item.status)) return ['acknowledge']
      return [
        ...(isRetryable(item, provider) ? (['retry'] as const) : []),
        ...(CHARGE_IN_DOUBT.has(item.attention) ? (['notCreated'] as const) : []),
        'cancel',
      ]
    case 'refund':
    case 'withdrawal':
      if (isSeenOnly(item)) return ['acknowledge']
      // While approval is pending, nothing was sent. For a lost workflow, the provider is asked first.
      return [
        ...(!item.attentionReasons.includes('awaitsApproval') && canRetry(item, provider) ? (['retry'] as const) : []),
        ...(MAY_BE_UNSENT.has(item.attention) ? [] : (['notCreated'] as const)),
        ...(mayBePaid(item) ? [] : (['cancel'] as const)),
      ]
    case 'receiver':
      // What it is at its provider is said of each by itself.
      return decisionsAbout({ ...item, receiverId: item.externalId }).filter((decision) => decision !== 'resolve')
    case 'dispute':
      // Winning a dispute makes its charge paid again, so it is decided one by one.
      return ['lose']
    case 'reconciliation':
      return ['settle']
    case 'endpoint':
      return role === 'admin' ? ['test', 'pause'] : []
  }
}

const isRetryable = ({ attention }: Extract<WaitingItem, { kind: 'charge' }>, provider: Askable | undefined): boolean =>
  CHARGE_RETRIES.has(attention) && (attention !== 'unknownOutcome' || canLookUp(provider))

const PAGES = {
  charge: '/charges/',
  refund: '/refunds/',
  withdrawal: '/withdrawals/',
  receiver: '/receivers/',
  dispute: '/disputes/',
  reconciliation: '/reconciliation?open=',
  endpoint: '/webhook-endpoints?open=',
} as const satisfies Record<WaitingItem['kind'], string>

export const pageOf = ({ kind, id }: WaitingItem) => `${PAGES[kind]}${id}`

/** A sentence for each reason, the most serious first, in the same words as on the detail page. */
export function reasonsOf(
  item: WaitingItem,
  t: TFunction<['charges', 'disbursements', 'receivers', 'endpoints', 'disputes', 'reconciliation']>,
): string[] {
  switch (item.kind) {
    case 'charge':
      return seriousFirst(item).map((reason) => t(`charges:attention.reasons.${reason}`))
    case 'refund':
    case 'withdrawal':
      return seriousFirst(item).map((reason) => t(`disbursements:attention.${reason}`))
    case 'receiver':
      return seriousFirst(item).map((reason) => t(`receivers:attention.${reason}`))
    case 'dispute':
      return seriousFirst(item).map((reason) => t(`disputes:attention.${reason}`))
    case 'reconciliation':
      return seriousFirst(item).map((reason) => t(`reconciliation:attention.${reason}.${item.difference}`))
    case 'endpoint':
      return seriousFirst(item).map((reason) => t(`endpoints:attention.${reason}`))
  }
}
