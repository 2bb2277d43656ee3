/** A receiver (sub-account): its life, how it is opened at a provider, and what comes back. */
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

/** What a provider may say later, when the receiver is read again. */
const REVISIONS = {
  PENDING: [],
  ACTIVE: ['REJECTED'],
  REJECTED: ['ACTIVE'],
} as const satisfies Record<ReceiverStatus, readonly ReceiverStatus[]>

export function canReceiverBeRevised(from: ReceiverStatus, to: ReceiverStatus): boolean {
  return allows(REVISIONS, from, to)
}

/** What each status says: a new one has to answer every question. */
const MEANINGS = {
  PENDING: { isSettled: false, isRefused: false },
  ACTIVE: { isSettled: true, isRefused: false },
  REJECTED: { isSettled: true, isRefused: true },
} as const satisfies Record<ReceiverStatus, Record<string, boolean>>

export function isReceiverSettled(status: ReceiverStatus): status is Exclude<ReceiverStatus, 'PENDING'> {
  return MEANINGS[status].isSettled
}

/** The provider does not open it, or has closed it. */
export function isReceiverRefused(status: ReceiverStatus): boolean {
  return MEANINGS[status].isRefused
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

/** Why a person has to look at it. */
export const RECEIVER_ATTENTION = [
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'unmappedStatus',
] as const
export type ReceiverAttention = (typeof RECEIVER_ATTENTION)[number]

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
  /** The provider's word for it, where no table knows it. */
  unknownWord?: string
  balance?: Cents
}

/** What a read says of a receiver that we know. */
export interface ReceiverReading {
  receiverId: string
  status: ReceiverStatus
  /** As of one that was opened. */
  unknownWord?: string
  balance?: Cents
}
