import { claimMails, holdStartedMails, leaveUnsent } from '../db/queries/mail/outbox.ts'
import { databaseTime } from '../db/queries/time.ts'
import { claimDeliveries, holdStartedDeliveries } from '../db/queries/webhook/deliveries.ts'
import { startDelivery, startMail } from '../temporal/start-delivery.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 100
/** One call's, so that deliveries and mails take turns, and the sweep's other steps have theirs. */
const MOST = 10 * BATCH

/** Starts a workflow for every delivery that is due, up to a bound. @returns whether it was reached: more may be due. */
export async function startDueDeliveries(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger'>,
): Promise<boolean> {
  const db = dependencies.database.writer
  const begun = await databaseTime(db)
  return inBatches(async () => {
    const { claimed, isMore } = await claimDeliveries(db, begun, BATCH)
    const started = await Promise.all(
      claimed.map(async (row) => ((await startDelivery(dependencies, row)) ? [row.id] : [])),
    )
    await holdStartedDeliveries(db, started.flat())
    return isMore
  })
}

/** The same for mails. */
export async function startDueMails(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger' | 'mailer'>,
): Promise<boolean> {
  const db = dependencies.database.writer
  const begun = await databaseTime(db)
  return inBatches(dependencies.mailer ? startMails : async () => (await leaveUnsent(db, begun, BATCH)) > 0)

  async function startMails(): Promise<boolean> {
    const due = await claimMails(db, begun, BATCH)
    const started = await Promise.all(due.map(async (row) => ((await startMail(dependencies, row)) ? [row.id] : [])))
    await holdStartedMails(db, started.flat())
    return due.length > 0
  }
}

/** What becomes due again meanwhile is left to the next call. */
async function inBatches(takeBatch: () => Promise<boolean>): Promise<boolean> {
  for (let taken = 0; taken < MOST; taken += BATCH) if (!(await takeBatch())) return false
  return true
}
