/**
 * Notices after a movement's end whose short workflow died before it had applied them. If the provider cannot be read, nothing else would
 * find what they said.
 */

import { askOnce } from '../db/queries/movement/asking.ts'
import { CHARGES, DISBURSEMENTS, type MovementTables } from '../db/queries/movement/tables.ts'
import { isReadingEvent, WORKFLOW_TYPES } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { workflowStatus } from './workflow-status.ts'

/** Long enough for a worker that was down over a weekend. */
const WINDOW_MS = 3 * 24 * 60 * 60 * 1000

const TABLES: Readonly<Record<string, MovementTables>> = { charge: CHARGES, withdrawal: DISBURSEMENTS }

const TAKEN: readonly (string | undefined)[] = ['RUNNING', 'COMPLETED']

/** An operator is asked once about each: delivering the webhook again applies it. */
export function sweepEvents(dependencies: ActivityDependencies): (now: number) => Promise<void> {
  const { database, temporal, logger } = dependencies
  return async (now) => {
    const since = new Date(now - WINDOW_MS).toISOString()
    const types = `'${WORKFLOW_TYPES.chargeEvent}', '${WORKFLOW_TYPES.withdrawalEvent}'`
    const query = `WorkflowType IN (${types}) AND CloseTime > '${since}' AND ExecutionStatus IN ('Terminated', 'Failed', 'Canceled', 'TimedOut')`
    for await (const { workflowId } of temporal.workflow.list({ query })) {
      const [, kind = '', id = '', eventId = ''] = /^([a-z]+)\/([^/]+)\/event\/(.+)$/.exec(workflowId) ?? []
      const tables = TABLES[kind]
      if (!tables || isReadingEvent(eventId)) continue
      // Another run of it goes on, or has applied the notice.
      if (TAKEN.includes(await workflowStatus(dependencies, workflowId))) continue
      const isNew = await askOnce(database.writer, tables, id, `lost/${eventId}`, 'unconfirmedNotice')
      if (isNew) logger.warn({ workflowId }, 'a notice was not applied: its workflow has died')
    }
  }
}
