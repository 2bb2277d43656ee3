/** Writes the reconciliation summaries of the days that are over, also of those on which no worker was there to do it. */
import { summariseDay, unsummarisedDays } from '../db/queries/reconciliation/summaries.ts'
import { dayAfter, dayOf } from '../domain/analytics.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'

/** @throws SomeFailed once all have had their turn, if one failed: a platform's failure is no other platform's. */
export async function sweepSummaries({
  database,
  temporal,
}: Pick<ActivityDependencies, 'database' | 'temporal'>): Promise<void> {
  const db = database.writer
  const missing = await unsummarisedDays(db, dayAfter(dayOf(new Date().toISOString()), -1))
  const summaries = missing.map(({ platformId, day }) => ({ id: `${platformId}/${day}`, platformId, day }))
  await eachAtOnce(temporal, summaries, 1, ({ platformId, day }) => summariseDay(db, platformId, day))
}
