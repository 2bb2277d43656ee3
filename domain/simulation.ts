/** What a developer can simulate in test mode: actions of the buyer, the bank and the provider. */
import type { ChargeStatus } from './charge.ts'
import type { WithdrawalStatus } from './withdrawal.ts'

export const CHARGE_SIMULATIONS = [
  'pay',
  'decline',
  'expire',
  'refund',
  'refuseRefunds',
  'dispute',
  'winDispute',
] as const
export type ChargeSimulation = (typeof CHARGE_SIMULATIONS)[number]

/** The simulations available for each status. A REJECTED charge can still be paid late. */
export const SIMULATIONS_OF_CHARGE = {
  PENDING: ['pay', 'decline', 'expire'],
  APPROVED: ['refund', 'refuseRefunds', 'dispute'],
  REJECTED: ['pay'],
  REFUNDED: [],
  CHARGEBACK: ['winDispute'],
} as const satisfies Record<ChargeStatus, readonly ChargeSimulation[]>

export const WITHDRAWAL_SIMULATIONS = ['approve', 'reject', 'cancel', 'return'] as const
export type WithdrawalSimulation = (typeof WITHDRAWAL_SIMULATIONS)[number]

export const SIMULATIONS_OF_WITHDRAWAL = {
  PENDING: ['approve', 'reject', 'cancel'],
  APPROVED: ['return'],
  REJECTED: [],
  CANCELED: [],
} as const satisfies Record<WithdrawalStatus, readonly WithdrawalSimulation[]>
