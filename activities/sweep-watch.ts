/** Looks whether each movement that is PENDING has a workflow that can move: one that nobody works on is shown to a person. */
import { type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client'
import { flagAttention, readChargeFacts } from '../db/queries/charge/transitions.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { isStillUnmade, pendingAfter, type Watched } from '../db/queries/movement/watched.ts'
import { flagReceiver } from '../db/queries/receiver/transitions.ts'
import { ATTENTION_REASONS, type AttentionReason, isSettled } from '../domain/charge.ts'
import type { Doubt } from '../domain/decision.ts'
import { DISBURSEMENT_ATTENTION_REASONS } from '../domain/disbursement.ts'
import { RECEIVER_ATTENTION } from '../domain/receiver.ts'
import { FORGOTTEN, providerEventSignal, SEARCH_ATTRIBUTES, statusQuery, UNREADABLE } from '../workflows/messages.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'

const TABLES = ['charges', 'disbursements', 'receivers'] as const
/** So many are listed together. */
const BATCH = 200
/** So many are looked at together: each is a question to Temporal. */
const AT_ONCE = 16
/** Each round visits of each table what it can in this time; the next round goes on after it. */
const ROUND_MS = 3_000
const FIRST = '00000000-0000-0000-0000-000000000000'
/** A workflow task that failed so often, or waits so long, is not a hiccup. */
const STUCK_ATTEMPTS = 3
const STUCK_MS = 2 * 60_000
/** A younger one may not have been started yet. */
const YOUNG_MS = 10 * 60_000
/** One that has been made for so long has its transaction in its row, unless the row has lost it. */
const MAKING_MS = 60_000
/** What a decision does to a row comes before its workflow goes on: a row that was changed lately may only be ahead of it. */
const DECIDING_MS = 60_000

type Trouble = 'workflowLost' | 'workflowStuck'

export function watchWorkflows({ database, temporal, logger }: ActivityDependencies): () => Promise<void> {
  const db = database.writer
  const visited = { charges: FIRST, disbursements: FIRST, receivers: FIRST }

  return async () => {
    for (const table of TABLES) {
      const until = Date.now() + ROUND_MS
      do {
        const batch = await pendingAfter(db, table, visited[table], BATCH)
        await eachAtOnce(batch, AT_ONCE, visit)
        visited[table] = batch.length < BATCH ? FIRST : (batch.at(-1)?.id ?? FIRST)
      } while (visited[table] !== FIRST && Date.now() < until)
    }
  }

  async function visit(watched: Watched): Promise<void> {
    const { trouble, isAsking } = await look(watched)
    if (trouble) return flag(watched, trouble)
    const forgotten = isAsking && !isYounger(watched.updatedAt, DECIDING_MS) ? await askedOf(watched) : undefined
    if (forgotten) return flag(watched, forgotten)
    if (await hasForgotten(watched)) await remind(watched)
  }

  async function flag({ id, kind }: Watched, reason: Trouble | Doubt): Promise<void> {
    switch (kind) {
      case 'charge':
        if (isAmong(ATTENTION_REASONS, reason)) await flagCharge(id, reason)
        return
      case 'refund':
      case 'withdrawal':
        if (isAmong(DISBURSEMENT_ATTENTION_REASONS, reason)) await flagDisbursementAttention(db, id, reason)
        return
      case 'receiver':
        if (isAmong(RECEIVER_ATTENTION, reason)) await flagReceiver(db, id, reason)
    }
  }

  /** It may have been settled since it was listed. */
  async function flagCharge(chargeId: string, reason: AttentionReason): Promise<void> {
    const charge = await readChargeFacts(db, chargeId)
    if (charge && !isSettled(charge.status)) await flagAttention(db, chargeId, reason)
  }

  /** What its workflow waits for a person to say, of which a failover of the database has lost that anybody was asked. */
  async function askedOf(watched: Watched): Promise<Doubt | undefined> {
    return (await stateOf(watched))?.asked
  }

  async function stateOf(watched: Watched) {
    const handle = handleOf(watched)
    return handle.query(statusQuery).catch((error: unknown) => {
      logger.warn({ workflowId: handle.workflowId, err: error }, 'a workflow did not say what it does')
      return undefined
    })
  }

  /** A failover of the database has lost what its workflow follows, and with it everything that would be read or told of it. */
  async function hasForgotten(watched: Watched): Promise<boolean> {
    if (!watched.isUnmade || isYounger(watched.createdAt, MAKING_MS)) return false
    if ((await stateOf(watched))?.phase !== 'following') return false
    // A provider may have answered since the row was listed: it is written before its workflow follows anything.
    return isStillUnmade(db, watched)
  }

  /** The workflow of a charge reads its transaction again, and asks where that does not help; any other one asks. */
  async function remind(watched: Watched): Promise<void> {
    const eventId = watched.kind === 'charge' ? FORGOTTEN : UNREADABLE
    await handleOf(watched).signal(providerEventSignal, { eventId })
  }

  /** `isAsking`: a person, for all that Temporal knows. */
  async function look(watched: Watched): Promise<{ trouble?: Trouble; isAsking?: boolean }> {
    try {
      const { status, raw, typedSearchAttributes } = await handleOf(watched).describe()
      if (status.name !== 'RUNNING') return { trouble: 'workflowLost' }
      if (isStuck(raw.pendingWorkflowTask)) return { trouble: 'workflowStuck' }
      return { isAsking: typedSearchAttributes.get(SEARCH_ATTRIBUTES.needsAttention) === true }
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      return isYounger(watched.createdAt, YOUNG_MS) ? {} : { trouble: 'workflowLost' }
    }
  }

  function handleOf({ id, kind }: Watched) {
    return temporal.workflow.getHandle(`${kind}/${id}`)
  }
}

function isAmong<Reason extends string>(reasons: readonly Reason[], reason: string): reason is Reason {
  return (reasons as readonly string[]).includes(reason)
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
