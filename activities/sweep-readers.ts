/** Wakes the readers of accounts whose readings are overdue. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { type ReadAccount, unreadAccounts } from '../db/queries/reading/due.ts'
import { accountReaderWorkflowId } from '../workflows/messages.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'
import { failsAgain } from './sweep-watch.ts'
import { wakeReader } from './wake-reader.ts'

const BATCH = 200
const AT_ONCE = 16

/**
 * A reader whose tasks fail is replaced: a signal does not help it, and PostgreSQL holds all that it knows. One whose task only waits for
 * a worker would lose its place.
 */
export function wakeReaders(dependencies: ActivityDependencies): () => Promise<void> {
  const { database, temporal, logger } = dependencies
  return async () => eachAtOnce(temporal, await unreadAccounts(database.writer, BATCH), AT_ONCE, wake)

  async function wake(account: ReadAccount): Promise<void> {
    await endIfStuck(account)
    await wakeReader(dependencies, account)
  }

  async function endIfStuck({ id: accountId, provider }: ReadAccount): Promise<void> {
    const workflowId = accountReaderWorkflowId(accountId)
    try {
      const { status, raw, runId } = await temporal.workflow.getHandle(workflowId).describe()
      if (status.name !== 'RUNNING' || !failsAgain(raw.pendingWorkflowTask)) return
      logger.error({ accountId, provider, runId }, 'a reader could not move and is replaced')
      await temporal.workflow.getHandle(workflowId, runId).terminate('It cannot move, and readings are overdue')
    } catch (error) {
      // It is not there, or has ended meanwhile.
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  }
}
