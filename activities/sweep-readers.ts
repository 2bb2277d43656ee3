/** Wakes the readers of accounts whose readings are overdue. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { type ReadAccount, unreadAccounts } from '../db/queries/reading/due.ts'
import { accountReaderWorkflowId } from '../workflows/messages.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'
import { isStuck } from './sweep-watch.ts'
import { wakeReader } from './wake-reader.ts'

const BATCH = 200
const AT_ONCE = 16

/** A reader that runs but cannot move is replaced: a signal does not help it, and PostgreSQL holds all that it knows. */
export function wakeReaders(dependencies: ActivityDependencies): (now: number) => Promise<void> {
  const { database, temporal, logger } = dependencies
  return async (now) =>
    eachAtOnce(await unreadAccounts(database.writer, BATCH), AT_ONCE, (account) => wake(account, now))

  async function wake(account: ReadAccount, now: number): Promise<void> {
    await endIfStuck(account, now)
    await wakeReader(dependencies, account)
  }

  async function endIfStuck({ id: accountId, provider }: ReadAccount, now: number): Promise<void> {
    const workflowId = accountReaderWorkflowId(accountId)
    try {
      const { status, raw, runId } = await temporal.workflow.getHandle(workflowId).describe()
      if (status.name !== 'RUNNING' || !isStuck(raw.pendingWorkflowTask, now)) return
      logger.error({ accountId, provider, runId }, 'a reader could not move and is replaced')
      await temporal.workflow.getHandle(workflowId, runId).terminate('It cannot move, and readings are overdue')
    } catch (error) {
      // It is not there, or has ended meanwhile.
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  }
}
