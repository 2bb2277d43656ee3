/** A receiver (sub-account): its statuses, and the request and result of opening it at a provider. */
import { DECISIONS_IN_HISTORY } from './decision.ts'
import { allows } from './lifecycle.ts'
import type { Cents } from './money.ts'

export const RECEIVER_STATUSES = ['PENDING', 'ACTIVE', 'REJECTED'] as const
export type ReceiverStatus = (typeof RECEIVER_STATUSES)[number]

/** How a receiver is first approved or refused. */
const MOVES = {
  PENDING: ['ACTIVE', 'REJECTED'],
  ACTIVE: [],
  REJECTED: [],
} as const satisfies Record<ReceiverStatus, readonly ReceiverStatus[]>

export function canReceiverMove(from: ReceiverStatus, to: ReceiverStatus): boolean {
  return allows(MOVES, from, to)
}

/** How a later reading may change a settled receiver. */
const REVISIONS = {
  PENDING: [],
  ACTIVE: ['PENDING', 'REJECTED'],
  REJECTED: ['ACTIVE'],
} as const satisfies Record<ReceiverStatus, readonly ReceiverStatus[]>

export function canReceiverBeRevised(from: ReceiverStatus, to: ReceiverStatus): boolean {
  return allows(REVISIONS, from, to)
}

/** Every kind of row in a receiver's history. */
export const RECEIVER_EVENT_TYPES = [
  'requested',
  'created',
  'refused',
  'unknownOutcome',
  'needsAttention',
  'statusChanged',
  ...DECISIONS_IN_HISTORY,
] as const
export type ReceiverEventType = (typeof RECEIVER_EVENT_TYPES)[number]

/** Why an operator must look at a receiver. */
export const RECEIVER_ATTENTION = [
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'unmappedStatus',
] as const
export type ReceiverAttention = (typeof RECEIVER_ATTENTION)[number]

/** The properties of each status. A new status must define all of them. */
const MEANINGS = {
  PENDING: { isSettled: false, isRefused: false },
  ACTIVE: { isSettled: true, isRefused: false },
  REJECTED: { isSettled: true, isRefused: true },
} as const satisfies Record<ReceiverStatus, Record<string, boolean>>

export function isReceiverSettled(status: ReceiverStatus): status is Exclude<ReceiverStatus, 'PENDING'> {
  return MEANINGS[status].isSettled
}

/** The provider refused to open it, or has closed it. */
export function isReceiverRefused(status: ReceiverStatus): boolean {
  return MEANINGS[status].isRefused
}

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
  /** The URL to which the provider posts events of the receiver's own charges; set by us, never by the seller. */
  webhookUrl?: string
  /** Fields that only one provider requires, such as ASAAS's `incomeValue`. */
  providerData?: Readonly<Record<string, unknown>>
  /** The holder's identity documents as Base64, for providers that verify them. */
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
  /** The provider's word for the status, if no table maps it. */
  unknownWord?: string
  balance?: Cents
}

/** The result of reading a known receiver. */
export interface ReceiverReading {
  receiverId: string
  status: ReceiverStatus
  /** As in ReceiverResult. */
  unknownWord?: string
  balance?: Cents
}
