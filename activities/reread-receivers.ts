/** Settled receivers are read on, slowly, within what their account may ask: a balance moves, and a provider may change its mind. */
import { ApplicationFailure } from '@temporalio/common'
import { dueReceivers, isOperatorsWord, noteReading } from '../db/queries/receiver/readings.ts'
import { moveReceiver } from '../db/queries/receiver/transitions.ts'
import { isRefusal, type ProviderErrorKind } from '../domain/provider-error.ts'
import { isReceiverSettled } from '../domain/receiver.ts'
import type { Connections } from '../gateway/connection.ts'
import { providers } from '../providers/index.ts'
import type { ActivityDependencies } from './context.ts'
import { stillPending } from './failures.ts'
import { withHeartbeat } from './heartbeat.ts'
import { readAtProvider } from './read-receiver.ts'

/** Of one account in a round: what is beyond that waits for the next one. */
const PER_ACCOUNT = 20
const BATCH = 200

/** @throws ApplicationFailure always: that it comes again is its retry policy's business. */
export function rereadReceivers(dependencies: ActivityDependencies, connections: Connections) {
  const { database, logger } = dependencies
  const db = database.writer
  return () => withHeartbeat(run)

  async function run(): Promise<never> {
    const due = await dueReceivers(db, { providers: readable(), perAccount: PER_ACCOUNT, limit: BATCH })
    const byAccount = Map.groupBy(due, ({ accountId }) => accountId)
    await Promise.all([...byAccount.values()].map((receivers) => readInTurn(receivers.map(({ id }) => id))))
    throw stillPending('Until next time')
  }

  /** One after the other; an account whose provider does not answer is left until the next round. */
  async function readInTurn(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const isAnswered = await reread(id).catch(async (error: unknown) => {
        logger.warn({ receiverId: id, err: error }, 'a receiver was not read')
        await noteReading(db, id)
        return error instanceof ApplicationFailure && isRefusal((error.type ?? '') as ProviderErrorKind)
      })
      if (!isAnswered) return
    }
  }

  async function reread(id: string): Promise<true> {
    const reading = await readAtProvider(dependencies, connections, id)
    if (reading === 'unreadable') return true
    const { status, balance } = reading
    await noteReading(db, id, balance)
    // PENDING is what a settled receiver is called in a word that nobody knows.
    if (!isReceiverSettled(status) || (await isOperatorsWord(db, id))) return true
    await moveReceiver(db, id, { to: status, cause: 'poll', key: `reading/${Date.now()}`, revises: true })
    return true
  }
}

const readable = () =>
  Object.values(providers)
    .filter(({ capabilities }) => capabilities.operations.includes('readReceiver'))
    .map(({ code }) => code)
