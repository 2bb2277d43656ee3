/** What Temporal knows of every workflow there is, whatever our rows say of it. */
import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client'
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/index.js'
import type { Crowding } from './crowding.ts'
import { isOrderOfSdk, momentOf } from './extended-tasks.ts'

export interface WorkflowSight {
  id: string
  type: string
  status: string
  /** How often its workflow task that is under way was begun; 0 while none is, or where the SDK cannot replay what it wrote. */
  tries: number
}

/** A request of ours for each workflow: as many at once keep Temporal busy, and leave the product its turn. */
const AT_ONCE = 6

/** Those that run, or have ended otherwise than they should. */
export async function listWorkflows({ workflow }: Client, crowding: Pick<Crowding, 'from'>): Promise<WorkflowSight[]> {
  const query = `ExecutionStatus != 'Completed' AND ExecutionStatus != 'ContinuedAsNew'`
  const seen: WorkflowSight[] = []
  for await (const { workflowId, type, status } of workflow.list({ query })) {
    seen.push({ id: workflowId, type, status: status.name, tries: 0 })
  }
  await eachOf(seen, async (sight) => {
    if (sight.status !== 'RUNNING') return
    const handle = workflow.getHandle(sight.id)
    const described = await unlessGone(handle.describe())
    const tries = described?.raw.pendingWorkflowTask?.attempt ?? 0
    const history = tries > 1 ? await unlessGone(handle.fetchHistory()) : undefined
    const events = history?.events ?? []
    const failed = events.findLast(({ workflowTaskFailedEventAttributes: task }) => task)
    sight.tries = failed && isOrderOfSdk(events, failed, crowding) ? 0 : tries
  })
  return seen
}

interface FailedTask {
  workflowId: string
  runId: string
  text: string
}

/**
 * Workflow tasks that failed, of every run of every workflow in the namespace: a delivery, a reader and a sweep have no row that would name them.
 */
export async function failedTasks(
  { workflow, options }: Client,
  crowding: Pick<Crowding, 'from'>,
): Promise<FailedTask[]> {
  const runs: { workflowId: string; runId: string }[] = []
  for await (const { workflowId, runId } of workflow.list()) runs.push({ workflowId, runId })
  const failed: FailedTask[] = []
  await eachOf(runs, async ({ workflowId, runId }) => {
    const history = await unlessGone(workflow.getHandle(workflowId, runId).fetchHistory())
    const events = history?.events ?? []
    for (const event of events) {
      const { workflowTaskFailedEventAttributes: task } = event
      if (!task || OVERTAKEN.includes(task.cause ?? 0) || isOrderOfSdk(events, event, crowding)) continue
      // Sealed like every payload: as it stands it says "Encoded failure".
      const failure = await decodeOptionalFailureToOptionalError(options.loadedDataConverter, task.failure)
      const message = failure?.message ?? `cause ${task.cause}`
      if (isStalled(message, momentOf(event), crowding)) continue
      failed.push({ workflowId, runId, text: `${workflowId}: ${message}` })
    }
  })
  return failed
}

async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const actOneAfterTheOther = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, actOneAfterTheOther))
}

/** Of a gRPC service: the SDK translates it only for other calls. */
const NOT_FOUND = 5

/** The list is a little behind: what it names may have ended, and been cleared away. */
const unlessGone = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError || (isGrpcServiceError(error) && error.code === NOT_FOUND))
      return undefined
    throw error
  })

/** temporal.api.enums.v1.WorkflowTaskFailedCause: unhandled command, unhandled update. Such a task is run again by design. */
const OVERTAKEN: readonly number[] = [1, 31]

/** How long a workflow's code may run at once, by the wall's clock: the worker's default. */
const RUNS_FOR_MS = 5_000
const STOPPED = `Script execution timed out after ${RUNS_FOR_MS}ms`

/**
 * Node stops a script by the clock on the wall (@temporalio/worker calls workflows with `timeout` of node:vm): on a machine that gives the worker no
 * processor for so long, one that needs a millisecond is stopped as well. Nothing is wrong with the workflow, and its task is run again. A script
 * that was stopped while there were processors to be had never ends by itself.
 */
const isStalled = (message: string, at: number, crowding: Pick<Crowding, 'from'>): boolean =>
  message === STOPPED && crowding.from(at - RUNS_FOR_MS, RUNS_FOR_MS)
