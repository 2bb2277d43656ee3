/** What sellers are told, as the database has it. */
import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../../db/client.ts'
import { sellerEvents, webhookDeliveries } from '../../db/schema/index.ts'
import { TASK_QUEUES } from '../../workflows/messages.ts'

const { COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION: COMPLETE } = proto.temporal.api.enums.v1.CommandType

type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** A delivery of an approved charge, as the database queues it. */
export async function addDelivery(
  db: Database,
  charge: { id: string; platformId: string },
  changes: Partial<typeof webhookDeliveries.$inferInsert> = {},
): Promise<DeliveryRow> {
  const { id: chargeId, platformId } = charge
  const snapshot = { id: chargeId, amount: 5000, interest: 0, extras: {}, created_at: 0, updated_at: 0 }
  const [event] = await db
    .insert(sellerEvents)
    .values({ platformId, type: 'charge.approved', kind: 'charge', subjectId: chargeId, sequence: 1, snapshot })
    .returning()
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({ platformId, chargeId, eventId: event?.id ?? '', url: 'http://127.0.0.1:1/hook', ...changes })
    .returning()
  if (!delivery) throw new Error('No delivery')
  return delivery
}

/** What was told, or is to be told, of a charge, in its order. */
export async function toldOf(db: Database, chargeId: string) {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .innerJoin(sellerEvents, eq(sellerEvents.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.chargeId, chargeId))
    .orderBy(asc(sellerEvents.sequence))
  return rows.map(({ seller_events: event }) => event)
}

/** Completes the workflow whose first task waits on the queue of deliveries, where no worker is. */
export async function complete({ connection, options, workflow }: Client, workflowId: string): Promise<void> {
  const { namespace, identity } = options
  const service = connection.workflowService
  const queue = { namespace, identity, taskQueue: { name: TASK_QUEUES.deliveries } }
  const task = await connection.withDeadline(Date.now() + 60_000, () => service.pollWorkflowTaskQueue(queue))
  expect(task.workflowExecution?.workflowId).toBe(workflowId)
  await service.respondWorkflowTaskCompleted({
    namespace,
    identity,
    taskToken: task.taskToken,
    commands: [{ commandType: COMPLETE, completeWorkflowExecutionCommandAttributes: {} }],
  })
  await workflow.getHandle(workflowId).result()
}
