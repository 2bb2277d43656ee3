/** Asks a receiver's provider how it stands, and writes down what a person decided about it. */

import { ApplicationFailure } from '@temporalio/common'
import { open } from '../config/seal.ts'
import {
  loadReceiver,
  type ReceiverSnapshot,
  recordReceiverCreated,
  reopenReceiver,
} from '../db/queries/receiver/attempts.ts'
import {
  flagReceiver,
  moveReceiver,
  recordReceiverDecision as writeDecision,
} from '../db/queries/receiver/transitions.ts'
import type { EventCause } from '../domain/cause.ts'
import type { Decided } from '../domain/decision.ts'
import { defined } from '../domain/defined.ts'
import { isRefusal, ProviderError } from '../domain/provider-error.ts'
import type { ReceiverAttention, ReceiverReading, ReceiverStatus } from '../domain/receiver.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain, toFailure } from './failures.ts'

/** `unreadable`: this provider cannot be asked, so only a person can tell. */
export type ReceiverVerdict = { status: ReceiverStatus } | { status: 'unreadable' }

/**
 * Takes an id that a person named for the receiver's, if the provider knows it.
 * @throws ApplicationFailure with the read's kind: NotFound when there is no such receiver.
 */
export function adoptReceiver(dependencies: ActivityDependencies, connections: Connections) {
  return async ({ receiverId: id, named }: { receiverId: string; named: string }): Promise<ReceiverVerdict> => {
    const snapshot = await loadReceiver(dependencies.database.writer, id)
    if (!snapshot) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
    const reading = await readAtProvider(dependencies, connections, snapshot, named)
    if (reading === 'unreadable') return { status: 'unreadable' }
    const { status, balance } = reading
    await recordReceiverCreated(dependencies.database.writer, id, {
      receiverId: named,
      sealedReceiverToken: null,
      status,
      balance: balance ?? null,
      exchange: [],
      workflowRunId: '',
    })
    return { status }
  }
}

/**
 * @param named an id that a person says is the receiver's.
 * @throws ApplicationFailure with the read's kind, which may be repeated unless an id was named.
 */
export async function readAtProvider(
  { sealKey }: Pick<ActivityDependencies, 'sealKey'>,
  connections: Connections,
  { account, platform, receiver }: ReceiverSnapshot,
  named?: string,
): Promise<ReceiverReading | 'unreadable'> {
  const { id, sealedReceiverToken: token } = receiver
  const receiverId = named ?? receiver.receiverId
  if (!receiverId) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
  try {
    const connection = await openConnection(connections, account, platform, { now: new Date().toISOString(), id })
    if (!connection.provider.capabilities.operations.includes('readReceiver')) return 'unreadable'
    const key = { receiverId, ...defined({ receiverToken: token === null ? undefined : open(token, sealKey) }) }
    return await drive(connection, connection.provider.readReceiver(key, connection.context))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // Keys are rotated and addresses err: what can be read by no retry today may be tomorrow. An id that was named is wrong for good.
    throw named === undefined ? askAgain(error) : toFailure(error, !isRefusal(error.kind))
  }
}

/** What a receiver's workflow must know of it. */
export function loadReceiverFacts({ database }: ActivityDependencies) {
  return async ({ receiverId }: { receiverId: string }): Promise<{ status: ReceiverStatus }> => {
    const snapshot = await loadReceiver(database.writer, receiverId)
    if (!snapshot) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
    return { status: snapshot.receiver.status }
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

/** The next run of the creation sends it again. */
export function reopenCreation({ database }: ActivityDependencies) {
  return async ({ receiverId }: { receiverId: string }): Promise<void> => {
    await reopenReceiver(database.writer, receiverId)
  }
}
