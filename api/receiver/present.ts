import type { ReceiverEventRow, ReceiverRow } from '../../db/queries/receiver/read.ts'
import { hasAnswer } from '../../domain/attempt.ts'
import { shownCause } from '../../domain/cause.ts'
import { decisionIn } from '../../domain/decision.ts'
import { isLive } from '../../domain/mode.ts'
import type { ReceiverEventType } from '../../domain/receiver.ts'
import { withoutAddress } from '../../domain/requester.ts'
import { findProvider } from '../../providers/index.ts'
import { receiverWorkflowId } from '../../workflows/messages.ts'
import type { Receiver, ReceiverAttempt, ReceiverEvent } from '../schemas/receiver.ts'
import { iso } from '../time.ts'

/** What is not named here does not leave: address and documents stay with us and the provider. */
export function presentReceiver(row: ReceiverRow): Receiver {
  return {
    id: row.id,
    receiverId: row.receiverId,
    receiverProvider: row.provider,
    providerAccountId: row.providerAccountId,
    name: row.name,
    document: row.document,
    documentType: row.documentType,
    email: row.email,
    status: row.status,
    balance: row.balance,
    metadata: row.metadata,
    livemode: isLive(row.platformId),
    needsAttention: row.attention !== null,
    attention: row.attention,
    failureMessage: row.failureMessage,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    workflow: { workflowId: receiverWorkflowId(row.id), runId: row.workflowRunId },
  }
}

/** What charges in its name call it, where its provider takes any: our own name for it, as the provider's is a credential. */
export function presentReceiverToken({ id, provider, sealedReceiverToken }: ReceiverRow): string | null {
  const isTaken = sealedReceiverToken !== null && findProvider(provider).capabilities.receiverTokens
  return isTaken ? id : null
}

/** Enough to tell it from another, and not to pay or be paid with it: docs/decisions/0220-a-bank-account-is-told-by-its-end.md */
export function presentBankAccount({ bankAccount }: ReceiverRow): NonNullable<Receiver['bankAccount']> {
  const { bankCode, branchNumber, accountNumber, accountType } = bankAccount
  const told = Math.min(4, Math.floor(accountNumber.length / 2))
  return { bankCode, branchNumber, accountLastDigits: told === 0 ? '' : accountNumber.slice(-told), accountType }
}

export function presentReceiverEvent({ id, key, at, type, from, to, cause, detail }: ReceiverEventRow): ReceiverEvent {
  return {
    id,
    at: iso(at),
    type: type as ReceiverEventType,
    from,
    to,
    cause: shownCause(cause),
    detail: withoutAddress(detail),
    decisionId: decisionIn(key),
  }
}

/** A receiver is tried at one account, in one attempt that may have several runs. */
export function presentReceiverAttempt(row: ReceiverRow): ReceiverAttempt {
  const answered = row.receiverId === null ? 'refused' : 'created'
  return {
    id: row.id,
    number: 1,
    provider: row.provider,
    providerAccountId: row.providerAccountId,
    state: row.creation,
    outcome: hasAnswer(row.creation) ? answered : null,
    receiverId: row.receiverId,
    errorKind: null,
    errorMessage: row.failureMessage,
    exchange: row.exchange,
    createdAt: iso(row.createdAt),
    answeredAt: null,
  }
}
