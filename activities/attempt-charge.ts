/** One try of a charge at one provider account. */
import { attemptId, attemptReference } from '../db/attempt-ids.ts'
import { forgetCodeOfCharge } from '../db/queries/card/security-codes.ts'
import { recordCreated, recordNotCreated, recordUnknown, releaseAttempt } from '../db/queries/charge/attempt-ends.ts'
import {
  type AttemptSnapshot,
  claimAttempt,
  loadAttempt,
  type NewAttempt,
  saveJournal,
  supersedeBefore,
} from '../db/queries/charge/attempts.ts'
import { flagAttention } from '../db/queries/charge/transitions.ts'
import type { ChargeStatus } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import type { TransactionResult } from '../domain/transaction.ts'
import type { Connections } from '../gateway/connection.ts'
import { isKeyLive } from '../providers/kit/idempotency.ts'
import { attemptActivity } from './attempt.ts'
import { type AttemptConnection, openAttemptConnection } from './attempt-connection.ts'
import { notYetEvent, sentEvent } from './attempt-events.ts'
import type { AttemptEnd, AttemptKind } from './attempt-kind.ts'
import type { ActivityDependencies } from './context.ts'
import { transactionRequest } from './transaction-request.ts'

export interface AttemptKey {
  chargeId: string
  accountId: string
  /** 1 for the charge's first attempt. Counted over all accounts. */
  number: number
}

export interface MadeCharge {
  outcome: 'created'
  /** The account that holds the transaction. */
  accountId: string
  transactionId: string
  status: ChargeStatus | null
  rawStatus?: string
  unmapped?: boolean
  expiresAt?: string
}

export type ChargeAttemptEnd = AttemptEnd<MadeCharge>

/** @throws ApplicationFailure as `attemptActivity` says. */
export function attemptCharge(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const charge: AttemptKind<AttemptKey, AttemptSnapshot, NewAttempt, AttemptConnection, TransactionResult, MadeCharge> =
    {
      load: (key) => loadAttempt(db, key),
      made: madeCharge,
      ended: () => undefined,
      newAttempt,
      closeBefore: async (_, attempt) => {
        if (attempt.number > 1) await supersedeBefore(db, attempt)
      },
      open: (snapshot, attempt) => openAttemptConnection(connections, snapshot, attempt),
      isKeyLive: (snapshot, { createdAt }, { idempotency }) =>
        !isSentElsewhere(snapshot) && isKeyLive(idempotency, createdAt, snapshot.now),
      isRepeatable: () => true,
      // The previous attempt is closed. If it ended as absent, a search has proved that it created nothing.
      isSecond: () => false,
      objection: () => undefined,
      isYoung: () => false,
      // A Pix code that no buyer saw is not paid, so noting it is not worth a call to Temporal.
      isWorthNoting: ({ charge: { paymentMethod } }) => paymentMethod !== 'PIX',
      claimer: async (_, attempt) => (claim) => claimAttempt(db, attempt, claim),
      flow: (connection, snapshot, { id }) => {
        const request = transactionRequest(snapshot, id, dependencies.webhookUrl(snapshot.account), connection.opened)
        return connection.provider.createTransaction(request, connection.context)
      },
      referenceOf,
      theirs: (_, { status, amount }) => defined({ status: status ?? undefined, amount }),
      externalIdOf: ({ transactionId }) => transactionId,
      recordAnswer: async (_, attempt, result, told) => {
        const { number, provider, accountId } = attempt
        const detail = defined({ transactionId: result.transactionId, rawStatus: result.rawStatus })
        const created = { key: `created/${number}`, type: 'created', cause: 'provider', provider, detail } as const
        const recorded = await recordCreated(db, { attempt, result, ...told, events: [sentEvent(attempt), created] })
        return recorded ? createdOutcome(accountId, result) : undefined
      },
      recordRefusal: (attempt, { kind, message, ...refusal }) =>
        recordNotCreated(db, attempt, { ...refusal, outcome: 'refused', errorKind: kind, errorMessage: message }),
      recordUnknown: (attempt, run, unknown) => recordUnknown(db, attempt, run, unknown),
      release: (attempt, run, change, error) =>
        releaseAttempt(db, attempt, run, { ...change, event: notYetEvent(attempt, error) }),
      saveJournal: (attempt, run, sealedJournal) => saveJournal(db, attempt, run, sealedJournal),
      flagMismatch: async ({ chargeId }) => void (await flagAttention(db, chargeId, 'amountMismatch')),
      // Without an idempotency key the attempt is never sent again, so the security code is no longer needed.
      forgetWhatWasSent: ({ chargeId }) => forgetCodeOfCharge(db, chargeId),
    }
  return attemptActivity(dependencies, charge)
}

/** Whether the attempt was begun with keys that may be another merchant's than the present ones. */
export const isSentElsewhere = ({ attempt, account }: Pick<AttemptSnapshot, 'attempt' | 'account'>): boolean =>
  attempt !== null && attempt.keysVersion !== account.keysVersion

/** As isSentElsewhere, of an attempt that may have been sent: where its row is lost, nothing says with which keys. */
export const mayBeElsewhere = (snapshot: AttemptSnapshot): boolean =>
  isSentElsewhere(snapshot) || (snapshot.attempt === null && snapshot.account.keysVersion > 1)

/** As the provider has it. */
export const referenceOf = ({ chargeId, number }: AttemptKey): string => attemptReference(attemptId(chargeId, number))

/** An attempt keeps its id and time over all its runs, so that each run builds the same bytes. */
export function newAttempt(
  { chargeId, accountId, number }: AttemptKey,
  { attempt, account, now }: AttemptSnapshot,
): NewAttempt {
  const createdAt = attempt ? new Date(attempt.createdAt).toISOString() : now
  return { id: attemptId(chargeId, number), createdAt, chargeId, number, accountId, provider: account.provider }
}

/** The charge's transaction, if any attempt of the charge has created it. */
export function madeCharge({ charge, made }: AttemptSnapshot): MadeCharge | undefined {
  if (!made?.transactionId) return undefined
  return createdOutcome(made.providerAccountId, {
    transactionId: made.transactionId,
    // Not the charge's own status: another transaction may have paid it.
    status: made.createdStatus,
    ...defined({ expiresAt: expiryOf(charge) }),
  })
}

/** ISO 8601 UTC. */
export function expiryOf({ expiresAt }: AttemptSnapshot['charge']): string | undefined {
  return expiresAt === null ? undefined : new Date(expiresAt).toISOString()
}

/** A transaction as the workflow needs to know it. */
export function createdOutcome(
  accountId: string,
  result: Pick<TransactionResult, 'transactionId' | 'status' | 'rawStatus' | 'unmapped' | 'expiresAt'>,
): MadeCharge {
  const { transactionId, status, rawStatus, unmapped, expiresAt } = result
  return {
    outcome: 'created',
    accountId,
    transactionId,
    status,
    ...defined({ rawStatus, unmapped: unmapped || undefined, expiresAt }),
  }
}
