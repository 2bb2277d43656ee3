/** What was sent to a provider, and of which a failover of the database has lost the row. */
import { noteForgotten } from '../db/queries/reconciliation/notices.ts'
import type { Side } from '../domain/reconciliation.ts'
import type { ActivityDependencies } from './context.ts'

/**
 * An operator finds it among the differences, because there is no row on which an operator could be asked.
 * @param id the provider's id, or our reference while that is not known.
 */
export function tellOfForgotten({ database, logger }: Pick<ActivityDependencies, 'database' | 'logger'>) {
  return async (accountId: string, id: string, theirs: Side): Promise<void> => {
    logger.warn({ accountId, id }, 'the row of what was sent to a provider is gone')
    await noteForgotten(database.writer, accountId, id, theirs)
  }
}
