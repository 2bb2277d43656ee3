/**
 * Notices after a movement's end whose short workflow died before it had applied them. If the provider cannot be read, nothing else would
 * find what they said.
 */
import { askOnce, type Once } from '../db/queries/movement/asking.ts'
import { CHARGES, DISBURSEMENTS, type MovementTables } from '../db/queries/movement/tables.ts'
import { type HandedOver, unaskedNotices } from '../db/queries/webhook/lost.ts'
import { UUID } from '../domain/uuid.ts'
import { WORKFLOW_TYPES } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { DEAD_WINDOW_MS, deadRuns } from './dead-runs.ts'
import { workflowStatus } from './workflow-status.ts'

/** Looked at in one round: the steps behind this one have to come, too. */
const MOST = 100
const BATCH = 500

const TABLES: Readonly<Record<string, MovementTables>> = { charge: CHARGES, withdrawal: DISBURSEMENTS }

const TAKEN: readonly (string | undefined)[] = ['RUNNING', 'COMPLETED']

/** Any client that may start a workflow can name it, so only what names a notice of ours is looked at. */
const NAMED = new RegExp(`^(charge|withdrawal)/(${UUID})/event/((${UUID})(?:\\.\\d+)?)$`)

interface Dead extends HandedOver {
  workflowId: string
  tables: MovementTables
  closedAt: number
}

const unlearnt = (eventId: string): Once => ({
  key: `needsAttention/lost/${eventId}`,
  reason: 'unconfirmedNotice',
  cause: 'timer',
})

/** An operator is asked once about each: delivering the webhook again applies it. */
export function sweepEvents(dependencies: ActivityDependencies): (now: number) => Promise<void> {
  const { database, logger } = dependencies
  /** Runs after which another went on or applied the notice, with when they ended. One that dies later is a run of its own. */
  const looked = new Map<string, number>()
  return async (now) => {
    for (const [runId, closedAt] of looked) if (closedAt < now - DEAD_WINDOW_MS) looked.delete(runId)
    let left = MOST
    for await (const dead of batches(now)) {
      const unasked = await unaskedNotices(
        database.writer,
        dead.map(({ tables, ...named }) => named),
      )
      for (const { runId, workflowId, movementId, eventId, tables, closedAt } of dead) {
        if (!unasked.has(runId)) continue
        if (left === 0) return
        left -= 1
        if (TAKEN.includes(await workflowStatus(dependencies, workflowId))) looked.set(runId, closedAt)
        else if (await askOnce(database.writer, tables, movementId, unlearnt(eventId)))
          logger.warn({ workflowId }, 'a notice was not applied: its workflow has died')
      }
    }
  }

  async function* batches(now: number): AsyncGenerator<Dead[]> {
    const types = [WORKFLOW_TYPES.chargeEvent, WORKFLOW_TYPES.withdrawalEvent]
    let batch: Dead[] = []
    for await (const { workflowId, runId, closeTime } of deadRuns(dependencies, types, now)) {
      const [, kind = '', movementId = '', eventId = '', webhookId = ''] = NAMED.exec(workflowId) ?? []
      const tables = TABLES[kind]
      if (!tables || looked.has(runId)) continue
      batch.push({ runId, workflowId, movementId, webhookId, eventId, tables, closedAt: closeTime?.getTime() ?? now })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
}
