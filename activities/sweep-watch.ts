/** Looks whether each movement that is PENDING has a workflow that can move: one that nobody works on is shown to a person. */
import { type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client'
import { flagAttention, readChargeFacts } from '../db/queries/charge/transitions.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { pendingAfter, type Watched } from '../db/queries/movement/watched.ts'
import { flagReceiver } from '../db/queries/receiver/transitions.ts'
import { type AttentionReason, isSettled } from '../domain/charge.ts'
import { chargeWorkflowId, FORGOTTEN, providerEventSignal, statusQuery } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'

const TABLES = ['charges', 'disbursements', 'receivers'] as const
/** So many are visited in each round; the next round goes on after them. */
const BATCH = 200
const FIRST = '00000000-0000-0000-0000-000000000000'
/** A workflow task that failed so often, or waits so long, is not a hiccup. */
const STUCK_ATTEMPTS = 3
const STUCK_MS = 2 * 60_000
/** A younger one may not have been started yet. */
const YOUNG_MS = 10 * 60_000
/** One that has been made for so long has its transaction in its row, unless the row has lost it. */
const MAKING_MS = 60_000

export function watchWorkflows({ database, temporal, logger }: ActivityDependencies): () => Promise<void> {
  const db = database.writer
  const visited = { charges: FIRST, disbursements: FIRST, receivers: FIRST }

  return async () => {
    for (const table of TABLES) {
      const batch = await pendingAfter(db, table, visited[table], BATCH)
      for (const watched of batch) await visit(watched)
      visited[table] = batch.length < BATCH ? FIRST : (batch.at(-1)?.id ?? FIRST)
    }
  }

  async function visit(watched: Watched): Promise<void> {
    const reason = await troubleOf(watched)
    const { id, kind } = watched
    if (!reason) return (await hasForgotten(watched)) ? remind(id) : undefined
    switch (kind) {
      case 'charge':
        return flagCharge(id, reason)
      case 'refund':
      case 'withdrawal':
        await flagDisbursementAttention(db, id, reason)
        return
      case 'receiver':
        return flagReceiver(db, id, reason)
    }
  }

  /** It may have been settled since it was listed. */
  async function flagCharge(chargeId: string, reason: AttentionReason): Promise<void> {
    const charge = await readChargeFacts(db, chargeId)
    if (charge && !isSettled(charge.status)) await flagAttention(db, chargeId, reason)
  }

  /** A failover of the database has lost what its workflow follows, and with it everything that would be read or told of it. */
  async function hasForgotten({ id, isUnmade, createdAt }: Watched): Promise<boolean> {
    if (!isUnmade || isYounger(createdAt, MAKING_MS)) return false
    try {
      const { phase } = await temporal.workflow.getHandle(chargeWorkflowId(id)).query(statusQuery)
      if (phase !== 'following') return false
    } catch (error) {
      logger.warn({ chargeId: id, err: error }, 'a workflow did not say what it does')
      return false
    }
    // A provider may have answered since the row was listed: it is written before its workflow follows anything.
    return (await readChargeFacts(db, id))?.transactionId === null
  }

  /**
   * Its workflow keeps the time from now on, and looks by itself when that is over. It is told first: a charge about which somebody
   * has been asked is not visited again.
   */
  async function remind(chargeId: string): Promise<void> {
    await temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(providerEventSignal, { eventId: FORGOTTEN })
    await flagCharge(chargeId, 'unknownOutcome')
  }

  async function troubleOf({ id, kind, createdAt }: Watched): Promise<'workflowLost' | 'workflowStuck' | undefined> {
    try {
      const { status, raw } = await temporal.workflow.getHandle(`${kind}/${id}`).describe()
      if (status.name !== 'RUNNING') return 'workflowLost'
      return isStuck(raw.pendingWorkflowTask) ? 'workflowStuck' : undefined
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      return isYounger(createdAt, YOUNG_MS) ? undefined : 'workflowLost'
    }
  }
}

const isYounger = (createdAt: string, ms: number) => Date.now() - Date.parse(createdAt) <= ms

type WorkflowTask = WorkflowExecutionDescription['raw']['pendingWorkflowTask']

/** A workflow that runs, and whose tasks fail or are not even begun. */
export function isStuck(task: WorkflowTask): boolean {
  if (!task) return false
  const sinceMs = Number(task.originalScheduledTime?.seconds ?? 0) * 1000
  const isOld = sinceMs > 0 && Date.now() - sinceMs > STUCK_MS
  return (task.attempt ?? 0) >= STUCK_ATTEMPTS || isOld
}
