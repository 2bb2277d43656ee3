/** Reads a receiver's status at its provider, and records operators' decisions about it. */
import { ApplicationFailure } from '@temporalio/common'
import { open } from '../config/seal.ts'
import {
  loadReceiver,
  type ReceiverSnapshot,
  recordReceiverCreated,
  reopenReceiver,
} from '../db/queries/receiver/attempts.ts'
import { readingKey } from '../db/queries/receiver/events.ts'
import {
  flagReceiver,
  moveReceiver,
  recordReceiverDecision as writeDecision,
} from '../db/queries/receiver/transitions.ts'
import type { EventCause } from '../domain/cause.ts'
import type { Decided } from '../domain/decision.ts'
import { defined } from '../domain/defined.ts'
import { isRefusal, NOT_OURS, ProviderError } from '../domain/provider-error.ts'
import {
  isReceiverRefused,
  isReceiverSettled,
  type ReceiverAttention,
  type ReceiverReading,
  type ReceiverStatus,
} from '../domain/receiver.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { hasAcceptedMoney } from '../gateway/journal.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain, toFailure } from './failures.ts'
import { receiverWordNoter } from './receiver-words.ts'

/** `unreadable`: the provider cannot be asked about receivers, so only an operator can say. */
export type ReceiverVerdict = { status: ReceiverStatus } | { status: 'unreadable' }

/**
 * Reads the receiver on behalf of an operator who decides, and records its status.
 * @param named the receiver's id at the provider, if our row has none.
 * @throws ApplicationFailure with the read's kind: NotFound if there is no such receiver, NotOurs if the id is another receiver's.
 */
export function adoptReceiver(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return async ({ receiverId: id, named }: { receiverId: string; named?: string }): Promise<ReceiverVerdict> => {
    const snapshot = await loadReceiver(db, id)
    if (!snapshot) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
    const known = snapshot.receiver.receiverId
    if (known !== null && named !== undefined && named !== known) throw notOurs(`The receiver is ${known} there`)
    const reading = await readAtProvider(dependencies, connections, snapshot, { named })
    if (reading === 'unreadable') return { status: 'unreadable' }
    const { receiverId, status, balance } = reading
    if (known !== null)
      return { status: (await moveReceiver(db, id, { to: status, cause: 'poll', key: readingKey() })) ?? status }
    const made = { receiverId, sealedReceiverToken: null, status, balance: balance ?? null }
    if (!(await unlessAnothers(recordReceiverCreated(db, id, made)))) throw notOurs('It is known there by another id')
    return { status }
  }
}

/**
 * Records an id that an operator named at a provider that cannot be asked. The receiver is then followed like any other.
 * @throws ApplicationFailure NotOurs if the id is another receiver's.
 */
export function vouchForReceiver({ database }: ActivityDependencies) {
  return async ({ receiverId: id, named, by }: { receiverId: string; named: string; by?: string }): Promise<void> => {
    const made = { receiverId: named, sealedReceiverToken: null, status: 'PENDING', balance: null } as const
    await unlessAnothers(recordReceiverCreated(database.writer, id, made, { ...defined({ by }), unread: true }))
  }
}

const notOurs = (message: string) => ApplicationFailure.nonRetryable(message, NOT_OURS)

async function unlessAnothers<T>(recording: Promise<T>): Promise<T> {
  return recording.catch((error: unknown) => {
    throw error instanceof ProviderError ? notOurs(error.message) : error
  })
}

/**
 * @param operator set if an operator waits for the answer; they may name the receiver's id at the provider.
 * @throws ApplicationFailure with the read's kind. It may be retried unless an operator waits.
 */
export async function readAtProvider(
  dependencies: ActivityDependencies,
  connections: Connections,
  { account, platform, receiver }: ReceiverSnapshot,
  operator?: { named: string | undefined },
): Promise<ReceiverReading | 'unreadable'> {
  const { id, sealedReceiverToken: token } = receiver
  const receiverId = receiver.receiverId ?? operator?.named
  if (!receiverId) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
  try {
    const connection = await openConnection(connections, account, platform, { now: new Date().toISOString(), id })
    if (!connection.provider.capabilities.operations.includes('readReceiver')) return 'unreadable'
    const key = {
      receiverId,
      ...defined({
        receiverToken: token === null ? undefined : open(token, dependencies.sealKey),
        isActive: (isReceiverSettled(receiver.status) && !isReceiverRefused(receiver.status)) || undefined,
      }),
    }
    const reading = await drive(connection, connection.provider.readReceiver(key, connection.context))
    await receiverWordNoter(dependencies)(id, account.provider, reading.unknownWord)
    return reading
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'NotSupported') return 'unreadable'
    // Without an operator every failure is retried: credentials get rotated and wrong URLs get fixed.
    throw operator ? toFailure(error, !isRefusal(error.kind)) : askAgain(error)
  }
}

export interface ReceiverFacts {
  status: ReceiverStatus
  /** The provider's id. */
  receiverId: string | null
}

/** Loads what a receiver's workflow needs from its row. */
export function loadReceiverFacts({ database }: ActivityDependencies) {
  return async ({ receiverId: id }: { receiverId: string }): Promise<ReceiverFacts> => {
    const snapshot = await loadReceiver(database.writer, id)
    if (!snapshot) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
    const { status, receiverId } = snapshot.receiver
    return { status, receiverId }
  }
}

export function recordReceiverDecision({ database }: ActivityDependencies) {
  return async (said: { receiverId: string; decided: Decided }): Promise<{ needsAttention: boolean }> => ({
    needsAttention: await writeDecision(database.writer, said.receiverId, said.decided),
  })
}

export function recordReceiverStatus({ database }: ActivityDependencies) {
  return async (move: {
    receiverId: string
    to: ReceiverStatus
    cause: EventCause
    key: string
    by?: string
    unread?: true
  }): Promise<ReceiverStatus> => {
    const { receiverId, ...change } = move
    return (await moveReceiver(database.writer, receiverId, change)) ?? change.to
  }
}

export function recordReceiverAttention({ database }: ActivityDependencies) {
  return async ({ receiverId, reason }: { receiverId: string; reason: ReceiverAttention }): Promise<void> => {
    await flagReceiver(database.writer, receiverId, reason)
  }
}

/** Allows the next run of the creation to send it again; where its provider has opened it, what comes after that. */
export function reopenCreation({ database, sealKey }: ActivityDependencies) {
  return async ({ receiverId }: { receiverId: string }): Promise<void> => {
    const snapshot = await loadReceiver(database.writer, receiverId)
    const goesOn = hasAcceptedMoney(snapshot?.receiver.sealedJournal ?? null, sealKey)
    await reopenReceiver(database.writer, receiverId, goesOn)
  }
}
