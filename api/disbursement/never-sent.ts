/** What Temporal still knows of a withdrawal whose workflow is gone, though a failover of the database may have forgotten it. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import { type DisbursementInput, SENDING_ACTIVITY } from '../../workflows/messages.ts'
import { unavailable } from '../problem.ts'

const HISTORY_TIMEOUT_MS = 5_000

/**
 * Whether the closed run of a withdrawal surely asked no provider for anything: its whole history stands, and has no try. Of a run
 * that was reset, went on as a new one, or took the place of a lost one, an earlier history may tell more.
 * @throws ApiProblem 503 while Temporal does not say.
 */
export async function wasNeverSent({ workflow, connection, options }: Client, workflowId: string): Promise<boolean> {
  const handle = workflow.getHandle(workflowId)
  const read = async () => ({ ...(await handle.describe()), ...(await handle.fetchHistory()) })
  const known = await connection.withDeadline(Date.now() + HISTORY_TIMEOUT_MS, read).catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError) return undefined
    throw unavailable('Temporal')
  })
  if (!known) return false
  const { runId, events } = known
  const started = events?.[0]?.workflowExecutionStartedEventAttributes
  if (started?.originalExecutionRunId !== runId || started.firstExecutionRunId !== runId) return false
  const input = await decode<DisbursementInput>(options, started.input?.payloads?.[0])
  if (!input || input.recovery) return false
  return !events?.some(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === SENDING_ACTIVITY,
  )
}

async function decode<Value>(
  { loadedDataConverter: { payloadCodecs, payloadConverter } }: Client['options'],
  payload: Payload | null | undefined,
): Promise<Value | undefined> {
  if (!payload) return undefined
  let payloads = [payload]
  for (const codec of payloadCodecs.toReversed()) payloads = await codec.decode(payloads)
  const [decoded] = payloads
  return decoded && payloadConverter.fromPayload<Value>(decoded)
}
