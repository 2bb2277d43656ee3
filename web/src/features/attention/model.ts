/** What can be done at once about things that wait for a person, and where each is decided about by itself. */
import type { TFunction } from 'i18next'
import { isSettled } from '../../../../domain/charge.ts'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import type { Me, WaitingItem } from '../../api/contract.ts'
import { seriousFirst } from '../../ui/attention.tsx'
import { type Askable, canLookUp, canRetry } from '../providers/askable.ts'

/** What a workflow decides. */
const DECISIONS = ['retry', 'acknowledge', 'notCreated', 'cancel'] as const
export type BulkDecision = (typeof DECISIONS)[number]

/** In the order of their buttons: the harmless ones first. */
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

/** What is wrong for all of them at once cannot be taken back: whoever does it types how many they are. */
export const isTyped = (operation: BulkOperation): boolean => operation === 'notCreated' || operation === 'cancel'

/** A person's word, which is kept with what it is about. */
export const hasNote = (operation: BulkOperation): operation is 'settle' | 'lose' =>
  operation === 'settle' || operation === 'lose'

/** Reasons that asking the provider again may end, and those of which a person can say that nothing was made there. */
const CHARGE_RETRIES: ReadonlySet<string> = new Set(['unknownOutcome', 'providerUnreachable', 'workflowLost'])
const CHARGE_IN_DOUBT: ReadonlySet<string> = new Set(['unknownOutcome', 'providerUnreachable'])

const NOBODY_KNOWS_YET: ReadonlySet<string> = new Set(['workflowLost', 'awaitsApproval'])
const MAY_BE_PAID: ReadonlySet<string> = new Set(['unknownOutcome', 'amountMismatch', 'noConfirmation'])

/**
 * What may be said of several at once; none where a person has to look at it first. The server judges each again: what turns out
 * to be paid is not cancelled, whatever was asked.
 * @param role of who would decide: endpoints are the administrators'.
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
      if (isDisbursementSettled(item.status) && item.attention !== 'unmappedStatus') return ['acknowledge']
      // Nothing was sent of what waits for an approval. What a lost workflow has done, its provider is asked first.
      return [
        ...(!item.attentionReasons.includes('awaitsApproval') && canRetry(item, provider) ? (['retry'] as const) : []),
        ...(NOBODY_KNOWS_YET.has(item.attention) ? [] : (['notCreated'] as const)),
        ...(MAY_BE_PAID.has(item.attention) ? [] : (['cancel'] as const)),
      ]
    case 'receiver':
      // A lost answer cannot be looked up.
      return item.attention === 'workflowLost' || item.attention === 'unknownOutcome' ? ['cancel'] : ['retry', 'cancel']
    case 'dispute':
      // That one was won makes its charge paid again: that is said of each by itself.
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

/** A sentence for each reason, the most serious first: the same words as on the page of the thing itself. */
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
      return seriousFirst(item).map((reason) => t(`reconciliation:attention.${reason}`))
    case 'endpoint':
      return seriousFirst(item).map((reason) => t(`endpoints:attention.${reason}`))
  }
}
