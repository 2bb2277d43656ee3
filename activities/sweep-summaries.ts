/** Writes the reconciliation summaries of the days that are over, also of those on which no worker was there to do it. */
import { summariseDay, unsummarisedDays } from '../db/queries/reconciliation/summaries.ts'
import { dayAfter, dayOf } from '../domain/analytics.ts'
import type { ActivityDependencies } from './context.ts'

/** @throws Error once all have had their turn, if one failed: a platform's failure is no other platform's. */
export async function sweepSummaries({
  database,
  logger,
}: Pick<ActivityDependencies, 'database' | 'logger'>): Promise<void> {
  const db = database.writer
  let failed = 0
  for (const { platformId, day } of await unsummarisedDays(db, dayAfter(dayOf(new Date().toISOString()), -1))) {
    await summariseDay(db, platformId, day).catch((error: unknown) => {
      logger.error({ error, platformId, day }, 'the summary of a day failed')
      failed += 1
    })
  }
  if (failed > 0) throw new Error(`${failed} summaries failed`)
}
