/** A withdrawal as it is asked of a provider, and what comes back. */
import type { Cents } from './money.ts'
import type { WithdrawMethod } from './payment-method.ts'

export const WITHDRAWAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELED'] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const
export type PixKeyType = (typeof PIX_KEY_TYPES)[number]

export interface WithdrawRequest {
  paymentMethod: WithdrawMethod
  amount: Cents
  /** Our reference for this withdrawal, unique for ever. */
  withdrawReference: string
  pixKey?: string
  pixType?: PixKeyType
  description?: string
  document?: string
  documentType?: 'CPF' | 'CNPJ'
  name?: string
  email?: string
  receiverId?: string
  bankCode?: string
  branchNumber?: string
  accountNumber?: string
  accountHolder?: string
  accountDocument?: string
}

export interface WithdrawResult {
  withdrawId: string
  status: WithdrawalStatus
  amount: Cents
  /** ISO 8601 UTC. */
  approvedAt?: string
}
