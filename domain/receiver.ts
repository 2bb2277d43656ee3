/** A receiver (sub-account) as it is opened at a provider, and what comes back. */
import type { Cents } from './money.ts'

export const RECEIVER_STATUSES = ['PENDING', 'ACTIVE', 'REJECTED'] as const
export type ReceiverStatus = (typeof RECEIVER_STATUSES)[number]

export interface BankAccount {
  bankCode: string
  branchNumber: string
  branchDigit?: string
  accountNumber: string
  accountDigit?: string
  accountType: 'CHECKING' | 'SAVINGS'
  pixCode?: string
}

export interface ReceiverRequest {
  name: string
  document: string
  documentType: 'CPF' | 'CNPJ'
  email: string
  description?: string
  address: { street: string; number: string; zipcode: string; city: string; district: string; state: string }
  bankAccount: BankAccount
  userId?: string
}

export interface ReceiverResult {
  receiverId: string
  receiverToken?: string
  receiverProvider: string
  name: string
  document: string
  documentType: 'CPF' | 'CNPJ'
  email: string
  status: ReceiverStatus
  balance?: Cents
}
