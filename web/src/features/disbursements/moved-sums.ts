/** What a list of money that leaves comes to: all that was asked for, and what has left. */
import type { TFunction } from 'i18next'
import { isPaidOut } from '../../../../domain/disbursement.ts'
import { WITHDRAWAL_STATUSES } from '../../api/contract.ts'
import type { MovedSums } from '../lists/status-filter.tsx'

const DONE = WITHDRAWAL_STATUSES.filter(isPaidOut).join()

export const movedSums = (t: TFunction<['disbursements', 'charges', 'common']>): MovedSums => ({
  tab: DONE,
  asked: (amount) => t('sum.asked', { amount }),
  done: (amount) => t('sum.done', { amount }),
})
