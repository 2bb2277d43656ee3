/** Withdrawals and receivers in a provider's words, to ours; and the checks that make the answers trustworthy. */
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { Cents } from '../../domain/money.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { ReceiverReading, ReceiverRequest, ReceiverResult } from '../../domain/receiver.ts'
import type { RefundRequest } from '../../domain/refund.ts'
import { WITHDRAW_FIELDS, type WithdrawRequest, type WithdrawResult } from '../../domain/withdrawal.ts'
import type { AmountCodec } from './amounts.ts'
import { expectSame, toId } from './answers.ts'
import { readInstant } from './expiry.ts'
import type { ReceiverAnswer, WithdrawAnswer } from './spec.ts'
import {
  GENERIC_RECEIVER_STATUSES,
  type ReceiverStatusTable,
  readStatus,
  type WithdrawStatusTable,
} from './statuses.ts'

export interface DisbursementWords<Amount> {
  readonly amounts: AmountCodec<Amount>
  readonly withdrawStatuses: WithdrawStatusTable
}

/** @throws ProviderError InvalidRequest when the withdrawal lacks a field that its method requires. */
export function assertComplete(request: WithdrawRequest): void {
  const missing = WITHDRAW_FIELDS[request.paymentMethod].find((field) => !request[field])
  if (missing) throw new ProviderError('InvalidRequest', `${missing} is required`, { path: `/${missing}` })
}

/**
 * @param expected the requested withdrawal; a read knows only the id.
 * @throws ProviderError Mismatch when the answer is about another withdrawal; MalformedResponse when it has no status.
 */
export function toWithdrawal<Amount>(
  answer: WithdrawAnswer<Amount>,
  expected: { amount?: Cents; reference?: string; withdrawId?: string },
  words: DisbursementWords<Amount>,
): WithdrawResult {
  const withdrawId = toId(answer.withdrawId)
  if (expected.withdrawId !== undefined) expectSame('withdrawal id', withdrawId, expected.withdrawId)
  if (expected.reference !== undefined && answer.reference != null) {
    expectSame('reference', answer.reference, expected.reference)
  }
  const read = answer.amount == null ? undefined : words.amounts.read(answer.amount)
  if (read !== undefined && expected.amount !== undefined) expectSame('amount', read, expected.amount)
  const approvedAt = readInstant(answer.approvedAt)
  return {
    withdrawId,
    ...withdrawStatus(answer, words.withdrawStatuses),
    ...defined({ amount: read, approvedAt }),
  }
}

function withdrawStatus({ rawStatus, status }: WithdrawAnswer<unknown>, table: WithdrawStatusTable) {
  if (status) return { status, ...defined({ rawStatus }) }
  if (rawStatus === undefined) throw new ProviderError('MalformedResponse', OUR_MESSAGES.noStatus)
  return readStatus(table, rawStatus)
}

/** @throws ProviderError InvalidRequest when the document is neither a CPF nor a CNPJ: stored data may be older than the types. */
export function assertDocumentType({ documentType }: ReceiverRequest): void {
  if (documentType === 'CPF' || documentType === 'CNPJ') return
  throw new ProviderError('InvalidRequest', MESSAGES.unknownDocumentType, { path: '/documentType' })
}

export function toReceiver(
  answer: ReceiverAnswer,
  request: ReceiverRequest,
  provider: { code: string; receiverStatuses?: ReceiverStatusTable },
): ReceiverResult {
  const { name, document, documentType, email } = request
  return {
    ...toReceiverReading(answer, undefined, provider),
    ...defined({ receiverToken: answer.receiverToken || undefined }),
    receiverProvider: provider.code,
    name,
    document,
    documentType,
    email,
  }
}

/** @throws ProviderError Mismatch when the answer is about another receiver. */
export function toReceiverReading(
  answer: ReceiverAnswer,
  expectedId: string | undefined,
  { receiverStatuses = GENERIC_RECEIVER_STATUSES }: { receiverStatuses?: ReceiverStatusTable },
): ReceiverReading {
  const receiverId = toId(answer.receiverId)
  if (expectedId !== undefined) expectSame('receiver id', receiverId, expectedId)
  return {
    receiverId,
    ...receiverStatus(answer, receiverStatuses),
    ...defined({ balance: answer.balance }),
  }
}

function receiverStatus({ status, rawStatus }: ReceiverAnswer, table: ReceiverStatusTable) {
  if (status !== undefined || rawStatus === undefined) return { status: status ?? 'PENDING' } as const
  const read = readStatus(table, rawStatus)
  return { status: read.status, ...defined({ unknownWord: read.unmapped ? read.rawStatus : undefined }) }
}

/** @throws ProviderError NotSupported where the provider refunds the whole charge or nothing. */
export function assertWhole({ amount, chargeAmount }: RefundRequest): void {
  if (amount !== chargeAmount) throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
}
