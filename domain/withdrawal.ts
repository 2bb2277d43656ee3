/** A withdrawal's request to a provider and its result. */
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
  accountType?: 'CHECKING' | 'SAVINGS'
  branchNumber?: string
  accountNumber?: string
  accountHolder?: string
  accountDocument?: string
  /** The URL to which the provider posts the withdrawal's events; set by us, never by the seller. */
  webhookUrl?: string
}

export interface WithdrawResult {
  withdrawId: string
  status: WithdrawalStatus
  /** The provider's own word for the status. */
  rawStatus?: string
  /** True if no table maps `rawStatus`: the status is the default for unknown words, and an operator should look. */
  unmapped?: boolean
  /** Absent if the provider does not state it; then only our own request states it. */
  amount?: Cents
  /** ISO 8601 UTC. */
  approvedAt?: string
  /** In a reading: our reference, if the provider repeats it. */
  reference?: string
}

/** The required fields of each method. */
export type WithdrawRequestBy = {
  PIX: WithdrawRequest & { pixKey: string; pixType: PixKeyType }
  BANK_ACCOUNT: WithdrawRequest & { bankCode: string; branchNumber: string; accountNumber: string }
  RECEIVER: WithdrawRequest & { receiverId: string }
}

export const WITHDRAW_FIELDS = {
  PIX: ['pixKey', 'pixType'],
  BANK_ACCOUNT: ['bankCode', 'branchNumber', 'accountNumber'],
  RECEIVER: ['receiverId'],
} as const satisfies { [Method in WithdrawMethod]: readonly (keyof WithdrawRequestBy[Method])[] }
