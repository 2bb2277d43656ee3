/** Everything that there is to see at one moment: our API and database, the providers' books, Temporal. */
import type { Client } from '@temporalio/client'
import { eq, getTableColumns } from 'drizzle-orm'
import type { Charge } from '../../api/schemas/charge.ts'
import type { Database } from '../../db/client.ts'
import { chargeAttempts, chargeEvents, sellerEvents, webhookDeliveries, webhookEvents } from '../../db/schema/index.ts'
import type { TestProduct } from '../support/product.ts'
import type { SandboxNotice, SandboxTransaction } from '../support/sandbox-client.ts'

export interface Observation {
  /** As the API shows them. */
  charges: Charge[]
  attempts: (typeof chargeAttempts.$inferSelect)[]
  /** Oldest first. */
  events: (typeof chargeEvents.$inferSelect)[]
  /** Notices of providers that we have stored. */
  received: (typeof webhookEvents.$inferSelect)[]
  /** Our notices to the seller. */
  notified: (typeof webhookDeliveries.$inferSelect & { eventType: string })[]
  transactions: SandboxTransaction[]
  requests: { provider: string; reference: string; count: number; committed: number }[]
  /** Notices that the providers have posted, or still try to. */
  notices: SandboxNotice[]
  workflows: WorkflowSight[]
}

export interface WorkflowSight {
  id: string
  type: string
  status: string
}

export async function observe(product: TestProduct, db: Database, temporal: Client): Promise<Observation> {
  const { sandbox } = product
  const [charges, attempts, events, received, notified, transactions, requests, notices, workflows] = await Promise.all(
    [
      listCharges(product),
      db.select().from(chargeAttempts),
      db.select().from(chargeEvents).orderBy(chargeEvents.at, chargeEvents.id),
      db.select().from(webhookEvents),
      listNotified(db),
      sandbox.transactions(),
      sandbox.requests(),
      sandbox.notices(),
      listWorkflows(temporal),
    ],
  )
  return { charges, attempts, events, received, notified, transactions, requests, notices, workflows }
}

function listNotified(db: Database): Promise<Observation['notified']> {
  return db
    .select({ ...getTableColumns(webhookDeliveries), eventType: sellerEvents.type })
    .from(webhookDeliveries)
    .innerJoin(sellerEvents, eq(sellerEvents.id, webhookDeliveries.eventId))
}

async function listCharges(product: TestProduct): Promise<Charge[]> {
  const charges: Charge[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await product.call<Page>('GET', `/v1/charges?limit=100${query}`)
    if (status !== 200) throw new Error(`The list of charges was answered with ${status}`)
    charges.push(...body.data)
    cursor = body.nextCursor
  } while (cursor !== null)
  return charges
}

interface Page {
  data: Charge[]
  nextCursor: string | null
}

async function listWorkflows(temporal: Client): Promise<WorkflowSight[]> {
  const seen: WorkflowSight[] = []
  for await (const { workflowId, type, status } of temporal.workflow.list()) {
    seen.push({ id: workflowId, type, status: status.name })
  }
  return seen
}

/** Workflow tasks that failed, in words. One that was overtaken by a signal at the last moment is run again by design. */
export async function failedTasks(temporal: Client, workflowIds: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...workflowIds]
  const readOneAfterTheOther = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { events } = await temporal.workflow.getHandle(id).fetchHistory()
      for (const { workflowTaskFailedEventAttributes: task } of events ?? []) {
        if (task && !OVERTAKEN.includes(task.cause ?? 0)) failed.push(`${id}: ${task.failure?.message ?? task.cause}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, readOneAfterTheOther))
  return failed
}

/** temporal.api.enums.v1.WorkflowTaskFailedCause: unhandled command, unhandled update. */
const OVERTAKEN: readonly number[] = [1, 31]
