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
  accountType?: 'CHECKING' | 'SAVINGS'
  branchNumber?: string
  accountNumber?: string
  accountHolder?: string
  accountDocument?: string
  /** Where the provider posts what becomes of it; set by us, never by the seller. */
  webhookUrl?: string
}

export interface WithdrawResult {
  withdrawId: string
  status: WithdrawalStatus
  /** The provider's own word for the status. */
  rawStatus?: string
  /** True when `rawStatus` is in no table: the status is the default for unknown words, and somebody should look. */
  unmapped?: boolean
  /** Absent where the provider does not repeat it: nobody but us has said it then. */
  amount?: Cents
  /** ISO 8601 UTC. */
  approvedAt?: string
  /** Of a reading: our reference, where the provider gives it back. */
  reference?: string
}

/** What each way of paying out cannot do without. */
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
