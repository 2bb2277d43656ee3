/** Begins a workflow that answers the request which asked for it, in one round trip to Temporal. */
import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { unlessAway } from '../../db/errors.ts'
import { defined } from '../../domain/defined.ts'
import {
  CREATED_UPDATE_ID,
  type CreationOutcome,
  createdUpdate,
  type MovementEnd,
  type Recovery,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  type WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { RETRY_AFTER_SECONDS, type Work } from '../idempotency.ts'
import { outcomeUnknown, problem } from '../problem.ts'
import { IdSpent } from './ids.ts'

export interface Start {
  workflowType: (typeof WORKFLOW_TYPES)[keyof typeof WORKFLOW_TYPES]
  workflowId: string
  input: { platformId: string }
  /** The one that is asked first. */
  provider: string
  /** One line for Temporal Web, without personal data. */
  summary: string
  /** When the row was made that it is started for. */
  madeAt?: string
}

const DESCRIBE_TIMEOUT_MS = 3_000

/** Safe to repeat: the workflow's id, the policies and the constant update id make every repetition the same start. */
export async function startAndWait(temporal: Client, start: Start): Promise<CreationOutcome> {
  return temporal.workflow.executeUpdateWithStart(createdUpdate, {
    updateId: CREATED_UPDATE_ID,
    startWorkflowOperation: new WithStartWorkflowOperation(start.workflowType, firstOptions(start)),
  })
}

/**
 * As `startAndWait`, and waits for nothing: a later request gets the same answer.
 * @returns false if it has ended already.
 */
export async function startOnly(temporal: Client, start: Start): Promise<boolean> {
  try {
    await temporal.workflow.start(start.workflowType, firstOptions(start))
    return true
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    return false
  }
}

interface Restart extends Omit<Start, 'summary' | 'input' | 'madeAt'> {
  input: { platformId: string; recovery?: Recovery }
  /** Reads the movement's row anew. */
  isOpen: () => Promise<boolean>
}

/**
 * Starts a workflow whose last run was terminated or failed; one that runs is left alone. Where the last run completed and the row is
 * open all the same, a failover of the database has lost the end: the movement may have been sent, whatever its rows say.
 * @throws ApiProblem 409 where it has come to its end meanwhile.
 */
export async function startAgain(
  temporal: Client,
  { workflowType, workflowId, input, provider, isOpen }: Restart,
): Promise<void> {
  const startWith = (of: Restart['input'], workflowIdReusePolicy: WorkflowIdReusePolicy) =>
    temporal.workflow.start(workflowType, { ...optionsOf(workflowId, of, provider), workflowIdReusePolicy })
  try {
    await startWith(input, 'ALLOW_DUPLICATE_FAILED_ONLY')
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    if (!(await isOpen())) throw problem('conflict', { detail: 'It has come to its end meanwhile' })
    await startWith({ ...input, recovery: asSent(input.recovery) }, 'ALLOW_DUPLICATE')
  }
}

function asSent({ attempt, stands }: Recovery = { attempt: 1, stands: 'sending' }): Recovery {
  return { attempt, stands: stands === 'unsent' ? 'sending' : stands }
}

const optionsOf = (workflowId: string, input: Start['input'], provider: string) => ({
  workflowId,
  taskQueue: TASK_QUEUES.charges,
  workflowIdConflictPolicy: 'USE_EXISTING' as const,
  args: [input],
  priority: { fairnessKey: input.platformId },
  typedSearchAttributes: [
    { key: SEARCH_ATTRIBUTES.provider, value: provider },
    { key: SEARCH_ATTRIBUTES.platformId, value: input.platformId },
    { key: SEARCH_ATTRIBUTES.status, value: 'PENDING' },
    { key: SEARCH_ATTRIBUTES.needsAttention, value: false },
  ],
})

/** Notes which row it is started for: one that was taken back may have been made anew under its id meanwhile. */
const firstOptions = ({ workflowId, input, provider, summary, madeAt }: Start) => ({
  ...optionsOf(workflowId, input, provider),
  ...defined({ memo: madeAt === undefined ? undefined : { madeAt: isoOf(madeAt) } }),
  workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
  staticSummary: summary,
})

const isoOf = (at: string) => new Date(at).toISOString()

/**
 * `earlier`: it runs for another row of the same id, which was taken back or lost: it may have sent, or end because it found none. `spent`: it has
 * ended because its row was missing, and did nothing. `unknown`: Temporal does not say.
 */
type Begun = 'started' | 'earlier' | 'never' | 'spent' | 'unknown'

/** @param madeAt when the row was made that stands now. */
export async function readStart(temporal: Client, workflowId: string, madeAt?: string): Promise<Begun> {
  const handle = temporal.workflow.getHandle(workflowId)
  try {
    return await temporal.connection.withDeadline(Date.now() + DESCRIBE_TIMEOUT_MS, async () => {
      const { status, memo } = await handle.describe()
      if (status.name === 'RUNNING' && isOfAnother(memo, madeAt)) return 'earlier'
      if (status.name !== 'COMPLETED') return 'started'
      const end: Partial<MovementEnd> | undefined = await handle.result()
      return end?.isAbandoned ? 'spent' : 'started'
    })
  } catch (error) {
    return error instanceof WorkflowNotFoundError ? 'never' : 'unknown'
  }
}

function isOfAnother(memo: Record<string, unknown> | undefined, madeAt: string | undefined): boolean {
  return memo?.madeAt !== undefined && madeAt !== undefined && memo.madeAt !== isoOf(madeAt)
}

export type StartOutcome<T = never> = CreationOutcome | T | { outcome: 'pending' }

interface Steps<Outcome> {
  madeAt: string
  start: () => Promise<Outcome>
  /** @returns whether nothing stands of the row. */
  abandon: () => Promise<boolean>
}

/**
 * Waits for the answer, and takes the row back when its workflow has surely not begun to send anything. What a key or a reference names
 * stands while Temporal does not say that it has no workflow: an earlier request may have made it, and a failover lost its rows.
 * @throws ApiProblem 503 when it is not known whether that is so; IdSpent when nothing is left of it, and its workflow has ended.
 * @returns `pending` when no provider has answered yet; `abandoned` when nothing is left of it.
 */
export async function startOrAbandon<T extends CreationOutcome = never>(
  app: FastifyInstance,
  workflowId: string,
  { isNamed, undo }: Pick<Work, 'isNamed' | 'undo'>,
  { madeAt, start, abandon }: Steps<CreationOutcome | T>,
): Promise<StartOutcome<T>> {
  const outcome = await start().catch((error: unknown) => {
    app.log.warn({ err: error, workflowId }, 'a start was not answered')
    return undefined
  })
  if (outcome && outcome.outcome !== 'abandoned') return outcome
  // What may have been sent is for the watch to find, by the row that stands or that a repeat writes.
  if (outcome && !outcome.isAbandoned) return { outcome: 'pending' }
  const begun = outcome ? 'spent' : await readStart(app.temporal, workflowId, madeAt)
  if (begun === 'started') return { outcome: 'pending' }
  if (begun === 'earlier') throw outcomeUnknown(EARLIER, RETRY_AFTER_SECONDS)
  if (begun === 'unknown' && isNamed) throw outcomeUnknown('Temporal is not available', RETRY_AFTER_SECONDS)
  // Should the start get through after all, the workflow finds no row and ends without having sent anything.
  const gone = await unlessAway(abandon())
  if (gone === undefined) throw outcomeUnknown(AWAY, RETRY_AFTER_SECONDS)
  if (gone && begun === 'spent') {
    undo()
    throw new IdSpent(workflowId.slice(workflowId.indexOf('/') + 1))
  }
  // A row that stands has been begun by another process, or an operator is asked about it.
  return { outcome: gone ? 'abandoned' : 'pending' }
}

/**
 * The row of what was begun; undefined while the database is away and it is made all the same, and where a repeat would make another one.
 * @throws ApiProblem 503 where a failover has lost it, or may lose it before its workflow has found it, and a repeat writes it again.
 */
export async function rowOfBegun<Row>(
  { isNamed }: Pick<Work, 'isNamed'>,
  { outcome }: Pick<StartOutcome, 'outcome'>,
  find: Promise<Row | undefined>,
): Promise<Row | undefined> {
  const found = await unlessAway(find.then((row) => ({ row })))
  const isMade = !found && outcome !== 'pending'
  if (found?.row || isMade || !isNamed) return found?.row
  throw outcomeUnknown(found ? ROW_LOST : AWAY, RETRY_AFTER_SECONDS)
}

const AWAY = 'The database is not available'
const ROW_LOST = 'The database has lost it: ask again under the same key or reference'
const EARLIER = 'An earlier start of it is still under way: ask again under the same key or reference'
