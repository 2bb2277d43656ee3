/** Asks a receiver's provider how it stands, and writes down what a person decided about it. */

import { ApplicationFailure } from '@temporalio/common'
import { open } from '../config/seal.ts'
import { loadReceiver, recordReceiverCreated, reopenReceiver } from '../db/queries/receiver/attempts.ts'
import {
  flagReceiver,
  moveReceiver,
  updateBalance,
  recordReceiverDecision as writeDecision,
} from '../db/queries/receiver/transitions.ts'
import type { EventCause } from '../domain/cause.ts'
import type { Decided } from '../domain/decision.ts'
import { isRefusal, ProviderError } from '../domain/provider-error.ts'
import {
  isReceiverSettled,
  type ReceiverAttention,
  type ReceiverReading,
  type ReceiverStatus,
} from '../domain/receiver.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import type { ActivityDependencies } from './context.ts'
import { stillPending, toFailure } from './failures.ts'

/** `unreadable`: this provider cannot be asked, so only a person can tell. */
export type ReceiverVerdict = { status: ReceiverStatus } | { status: 'unreadable' }

/**
 * Returns once the receiver is approved or refused; its retry policy is the interval.
 * @throws ApplicationFailure StillPending until then, or the read's own failure: both may be repeated for ever.
 */
export function pollReceiver(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return async ({ receiverId: id }: { receiverId: string }): Promise<ReceiverVerdict> => {
    const reading = await readAtProvider(dependencies, connections, id)
    if (reading === 'unreadable') return { status: 'unreadable' }
    const { status, balance } = reading
    if (balance !== undefined) await updateBalance(db, id, balance)
    if (!isReceiverSettled(status)) throw stillPending('Waiting for the approval')
    return { status: (await moveReceiver(db, id, { to: status, cause: 'poll', key: 'poll' })) ?? status }
  }
}

/**
 * Takes an id that a person named for the receiver's, if the provider knows it.
 * @throws ApplicationFailure with the read's kind: NotFound when there is no such receiver.
 */
export function adoptReceiver(dependencies: ActivityDependencies, connections: Connections) {
  return async ({ receiverId: id, named }: { receiverId: string; named: string }): Promise<ReceiverVerdict> => {
    const reading = await readAtProvider(dependencies, connections, id, named)
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

/** @throws ApplicationFailure with the read's kind, which may be repeated unless an id was named. */
export async function readAtProvider(
  { database, sealKey }: ActivityDependencies,
  connections: Connections,
  id: string,
  named?: string,
): Promise<ReceiverReading | 'unreadable'> {
  const scene = await loadReceiver(database.writer, id)
  const receiverId = named ?? scene?.receiver.receiverId
  if (!scene || !receiverId) throw ApplicationFailure.nonRetryable('There is no such receiver', 'NotFound')
  const { account, platform, receiver } = scene
  const token = receiver.sealedReceiverToken
  try {
    const connection = await openConnection(connections, account, platform, { now: new Date().toISOString(), id })
    if (!connection.provider.capabilities.operations.includes('readReceiver')) return 'unreadable'
    const key = { receiverId, ...(token === null ? {} : { receiverToken: open(token, sealKey) }) }
    return await drive(connection, connection.provider.readReceiver(key, connection.context))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // Keys are rotated and addresses err: what can be read by no retry today may be tomorrow. An id that was named is wrong for good.
    throw named === undefined
      ? ApplicationFailure.retryable(error.message, error.kind)
      : toFailure(error, !isRefusal(error.kind))
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
