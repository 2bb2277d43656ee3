/** What can be done at once about things that wait for a person, and where each is decided about by itself. */
import type { TFunction } from 'i18next'
import { isSettled } from '../../../../domain/charge.ts'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import type { WaitingItem } from '../../api/contract.ts'
import { seriousFirst } from '../../ui/attention.tsx'

/** What has a workflow, which takes decisions. */
export type WaitingMovement = Extract<WaitingItem, { workflowId: string }>
export const isMovement = (item: WaitingItem): item is WaitingMovement => 'workflowId' in item

export type BulkOperation = 'retry' | 'acknowledge'

/** Reasons that asking the provider again may end. */
const CHARGE_RETRIES: ReadonlySet<string> = new Set(['unknownOutcome', 'providerUnreachable', 'workflowLost'])

/** Nobody can be asked without a workflow, and nothing was sent of what waits for an approval. */
const DISBURSEMENT_LOOKS_FIRST: ReadonlySet<string> = new Set(['workflowLost', 'awaitsApproval'])

/** Null where a person has to look at it first. */
export function operationOf(item: WaitingItem): BulkOperation | null {
  switch (item.kind) {
    case 'charge':
      if (isSettled(item.status)) return 'acknowledge'
      return CHARGE_RETRIES.has(item.attention) ? 'retry' : null
    case 'refund':
    case 'withdrawal':
      if (isDisbursementSettled(item.status) && item.attention !== 'unmappedStatus') return 'acknowledge'
      return DISBURSEMENT_LOOKS_FIRST.has(item.attention) ? null : 'retry'
    case 'receiver':
      return item.attention === 'workflowLost' ? null : 'retry'
    case 'dispute':
    case 'reconciliation':
    case 'endpoint':
      return null
  }
}

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
