import { claimMails, holdStartedMails, leaveUnsent } from '../db/queries/mail/outbox.ts'
import { databaseTime } from '../db/queries/time.ts'
import { claimDeliveries } from '../db/queries/webhook/deliveries.ts'
import { startDelivery, startMail } from '../temporal/start-delivery.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 100

/**
 * Starts a workflow for every delivery that is due. Deliveries that become due again meanwhile are left to the next call, so that this
 * one always ends.
 */
export async function startDueDeliveries(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger'>,
): Promise<void> {
  const db = dependencies.database.writer
  const begun = await databaseTime(db)
  for (;;) {
    const due = await claimDeliveries(db, begun, BATCH)
    await Promise.all(due.map(({ id, resends }) => startDelivery(dependencies, id, resends)))
    if (due.length < BATCH) return
  }
}

/** Starts a workflow for every mail that is due. */
export async function startDueMails(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger' | 'mailer'>,
): Promise<void> {
  const db = dependencies.database.writer
  const begun = await databaseTime(db)
  const take = dependencies.mailer ? startMails : () => leaveUnsent(db, begun, BATCH)
  for (;;) if ((await take()) < BATCH) return

  async function startMails(): Promise<number> {
    const due = await claimMails(db, begun, BATCH)
    const started = await Promise.all(due.map(async (id) => ((await startMail(dependencies, id)) ? [id] : [])))
    await holdStartedMails(db, started.flat())
    return due.length
  }
}
