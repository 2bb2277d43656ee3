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
  /** Our reference for this receiver, unique for ever. */
  reference: string
  /** Where the provider posts what happens to the receiver's own charges; set by us, never by the seller. */
  webhookUrl?: string
  /** What one provider asks for and no other, such as ASAAS's `incomeValue`. */
  providerData?: Readonly<Record<string, unknown>>
  /** The person's papers as Base64, for providers that verify them. */
  documents?: Readonly<Partial<Record<ReceiverDocument, string>>>
}

export const RECEIVER_DOCUMENTS = [
  'photoDocument',
  'photoPersonWithDocument',
  'photoDocumentSocialContract',
  'addressProof',
  'balanceSheet',
] as const
export type ReceiverDocument = (typeof RECEIVER_DOCUMENTS)[number]

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

/** What a read says of a receiver that we know. */
export interface ReceiverReading {
  receiverId: string
  status: ReceiverStatus
  balance?: Cents
}
