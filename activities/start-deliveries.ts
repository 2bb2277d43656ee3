import { claimMails, leaveUnsent } from '../db/queries/mail/outbox.ts'
import { claimDeliveries } from '../db/queries/webhook/deliveries.ts'
import { startDelivery, startMail } from '../temporal/start-delivery.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 100

/** Starts a workflow for every delivery that is due; each is on its own from then on. */
export async function startDueDeliveries(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger'>,
): Promise<void> {
  for (;;) {
    const due = await claimDeliveries(dependencies.database.writer, BATCH)
    await Promise.all(due.map(({ id, resends }) => startDelivery(dependencies, id, resends)))
    if (due.length < BATCH) return
  }
}

/** The same for mails. */
export async function startDueMails(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger' | 'mailer'>,
): Promise<void> {
  const { database, mailer } = dependencies
  for (;;) {
    const due = mailer ? await claimMails(database.writer, BATCH) : []
    await Promise.all(due.map((id) => startMail(dependencies, id)))
    const taken = mailer ? due.length : await leaveUnsent(database.writer, BATCH)
    if (taken < BATCH) return
  }
}
