/** Checks that each PENDING movement has a workflow that makes progress. A movement without one is shown to an operator. */
import { type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client'
import { flagAttention, readChargeFacts } from '../db/queries/charge/transitions.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { isStillUnmade, pendingAfter, type Watched, type WatchedTable } from '../db/queries/movement/watched.ts'
import { flagReceiver } from '../db/queries/receiver/transitions.ts'
import { ATTENTION_REASONS, type AttentionReason, isSettled } from '../domain/charge.ts'
import type { Doubt } from '../domain/decision.ts'
import { DISBURSEMENT_ATTENTION_REASONS } from '../domain/disbursement.ts'
import { RECEIVER_ATTENTION } from '../domain/receiver.ts'
import { FORGOTTEN, providerEventSignal, SEARCH_ATTRIBUTES, statusQuery, UNREADABLE } from '../workflows/messages.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'

/** How many movements one query lists. */
const BATCH = 200
/** How many movements are checked at once. Each check is a call to Temporal. */
const AT_ONCE = 16
/** The time of one round. The next round continues after the last movement listed. */
const ROUND_MS = 3_000
const FIRST = '00000000-0000-0000-0000-000000000000'
/** A workflow task that failed this often, or waits this long, counts as stuck. */
const STUCK_ATTEMPTS = 3
const STUCK_MS = 2 * 60_000
/** The workflow of a younger movement may not have been started yet. */
const YOUNG_MS = 10 * 60_000
/** A created movement of this age has its transaction in its row, unless a failover lost it. */
const MAKING_MS = 60_000
/** A decision changes the row before its workflow continues, so a row changed more recently than this may be ahead of its workflow. */
const DECIDING_MS = 60_000

type Trouble = 'workflowLost' | 'workflowStuck'

/** A round of a table. One that fails is not repeated at once: the next round goes on after it, and comes around to it again. */
export function watchWorkflows(
  { database, temporal, logger }: ActivityDependencies,
  table: WatchedTable,
): (now: number) => Promise<void> {
  const db = database.writer
  let visited = FIRST

  return async (now) => {
    const until = Date.now() + ROUND_MS
    do {
      const batch = await pendingAfter(db, table, visited, BATCH)
      visited = batch.length < BATCH ? FIRST : (batch.at(-1)?.id ?? FIRST)
      await eachAtOnce(temporal, batch, AT_ONCE, (watched) => visit(watched, now))
    } while (visited !== FIRST && Date.now() < until)
  }

  async function visit(watched: Watched, now: number): Promise<void> {
    const { trouble, isAsking } = await look(watched, now)
    if (trouble) return flag(watched, trouble)
    const standing = isAsking && !isYounger(watched.updatedAt, DECIDING_MS, now) ? await stateOf(watched) : undefined
    // The question that the workflow asks an operator. A database failover may have lost it from the row.
    if (standing?.asked) return flag(watched, standing.asked, standing.phase === 'creating')
    if (hasLostQuestion(watched, standing) || (await hasForgotten(watched, now))) await remind(watched)
  }

  async function flag({ id, kind }: Watched, reason: Trouble | Doubt, isCreating = false): Promise<void> {
    switch (kind) {
      case 'charge':
        if (isAmong(ATTENTION_REASONS, reason)) await flagCharge(id, reason, isCreating)
        return
      case 'refund':
      case 'withdrawal':
        if (isAmong(DISBURSEMENT_ATTENTION_REASONS, reason)) await flagDisbursementAttention(db, id, reason)
        return
      case 'receiver':
        if (isAmong(RECEIVER_ATTENTION, reason)) await flagReceiver(db, id, reason)
    }
  }

  /** Skips a charge that was settled since it was listed. */
  async function flagCharge(chargeId: string, reason: AttentionReason, isCreating: boolean): Promise<void> {
    const charge = await readChargeFacts(db, chargeId)
    if (charge && !isSettled(charge.status)) await flagAttention(db, chargeId, reason, isCreating)
  }

  async function stateOf(watched: Watched) {
    const handle = handleOf(watched)
    return handle.query(statusQuery).catch((error: unknown) => {
      logger.warn({ workflowId: handle.workflowId, err: error }, 'a workflow did not answer the status query')
      return undefined
    })
  }

  /** Its workflow waits for an answer about a payment that a notice reports, and its row no longer asks. */
  function hasLostQuestion({ kind }: Watched, standing: { phase: string } | undefined): boolean {
    return kind === 'charge' && standing?.phase === 'expiring'
  }

  /** A database failover has lost the transaction that the workflow follows, so no reading or notice can reach the workflow. */
  async function hasForgotten(watched: Watched, now: number): Promise<boolean> {
    if (!watched.isUnmade || isYounger(watched.createdAt, MAKING_MS, now)) return false
    if ((await stateOf(watched))?.phase !== 'following') return false
    // The provider may have answered since the row was listed. The row is written before the workflow begins to follow.
    return isStillUnmade(db, watched)
  }

  /** A charge's workflow reads its transaction again and asks an operator if that does not help. Other workflows ask at once. */
  async function remind(watched: Watched): Promise<void> {
    const eventId = watched.kind === 'charge' ? FORGOTTEN : UNREADABLE
    await handleOf(watched).signal(providerEventSignal, { eventId })
  }

  /** `isAsking`: according to Temporal's search attribute, the workflow asks an operator. */
  async function look(watched: Watched, now: number): Promise<{ trouble?: Trouble; isAsking?: boolean }> {
    try {
      const { status, raw, typedSearchAttributes } = await handleOf(watched).describe()
      if (status.name !== 'RUNNING') return { trouble: 'workflowLost' }
      if (isStuck(raw.pendingWorkflowTask, now)) return { trouble: 'workflowStuck' }
      return { isAsking: typedSearchAttributes.get(SEARCH_ATTRIBUTES.needsAttention) === true }
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      return isYounger(watched.createdAt, YOUNG_MS, now) ? {} : { trouble: 'workflowLost' }
    }
  }

  function handleOf({ id, kind }: Watched) {
    return temporal.workflow.getHandle(`${kind}/${id}`)
  }
}

function isAmong<Reason extends string>(reasons: readonly Reason[], reason: string): reason is Reason {
  return (reasons as readonly string[]).includes(reason)
}

const isYounger = (createdAt: string, ms: number, now: number) => now - Date.parse(createdAt) <= ms

type WorkflowTask = WorkflowExecutionDescription['raw']['pendingWorkflowTask']

/** A running workflow whose tasks fail or are not started. @param now the database's time, because a worker's clock may be off. */
export function isStuck(task: WorkflowTask, now: number): boolean {
  if (!task) return false
  const sinceMs = Number(task.originalScheduledTime?.seconds ?? 0) * 1000
  const isOld = sinceMs > 0 && now - sinceMs > STUCK_MS
  return failsAgain(task) || isOld
}

export const failsAgain = (task: WorkflowTask): boolean => (task?.attempt ?? 0) >= STUCK_ATTEMPTS
