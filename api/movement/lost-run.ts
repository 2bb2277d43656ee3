/** What Temporal still knows of a movement's run that is gone, though a failover of the database may have forgotten it. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import type { temporal } from '@temporalio/proto'
import { isNotProcessed, type ProviderErrorKind } from '../../domain/provider-error.ts'
import { type ChargeInput, type DisbursementInput, SENDING_ACTIVITIES } from '../../workflows/messages.ts'
import { unavailable } from '../problem.ts'
import type { LostTry } from './lost-try.ts'

const HISTORY_TIMEOUT_MS = 5_000

export interface LostRun {
  /** Its history is the movement's whole story: it was not reset, did not go on as a new one, nor took the place of a lost one. */
  isWhole: boolean
  /** The last try that it began, whatever the rows say of it. `inDoubt`: the run was told that it may have been processed. */
  lastTry: (Omit<LostTry, 'stands'> & { inDoubt: boolean }) | undefined
}

type Input = Pick<ChargeInput & DisbursementInput, 'candidates' | 'recovery' | 'resumeAt'>

/**
 * @returns undefined if Temporal has no history of it.
 * @throws ApiProblem 503 while Temporal does not say.
 */
export async function findLostRun(client: Client, workflowId: string): Promise<LostRun | undefined> {
  const handle = client.workflow.getHandle(workflowId)
  const read = async () => ({ ...(await handle.describe()), ...(await handle.fetchHistory()) })
  const deadline = Date.now() + HISTORY_TIMEOUT_MS
  const known = await client.connection.withDeadline(deadline, read).catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError) return undefined
    throw unavailable('Temporal')
  })
  const started = known?.events?.[0]?.workflowExecutionStartedEventAttributes
  const input = await decode<Input>(client, started?.input?.payloads?.[0])
  if (!known || !input) return undefined
  const { runId, events } = known
  const isFirst = started?.originalExecutionRunId === runId && started.firstExecutionRunId === runId
  const sent = events?.findLast(({ activityTaskScheduledEventAttributes: scheduled }) =>
    SENDING_ACTIVITIES.some((name) => name === scheduled?.activityType?.name),
  )
  const key = await decode<Position>(client, sent?.activityTaskScheduledEventAttributes?.input?.payloads?.[0])
  const end = sent && events?.find((event) => String(endIn(event)?.scheduledEventId) === String(sent.eventId))
  const inDoubt = end !== undefined && (await isDoubt(client, end))
  return { isWhole: isFirst && !input.recovery, lastTry: tryIn(input, key ?? beganWith(input), inDoubt) }
}

type HistoryEvent = temporal.api.history.v1.IHistoryEvent

const endIn = (event: HistoryEvent) =>
  event.activityTaskCompletedEventAttributes ??
  event.activityTaskFailedEventAttributes ??
  event.activityTaskTimedOutEventAttributes

/** Whether this end says that the request may have been processed: neither refused, nor surely kept from the provider. */
async function isDoubt(
  client: Client,
  { activityTaskCompletedEventAttributes: completed, activityTaskFailedEventAttributes: failed }: HistoryEvent,
): Promise<boolean> {
  if (completed) {
    const result = await decode<{ outcome?: string }>(client, completed.result?.payloads?.[0])
    return result?.outcome !== 'refused'
  }
  const kind = failed?.failure?.applicationFailureInfo?.type as ProviderErrorKind | undefined
  return kind === undefined || !isNotProcessed(kind)
}

/** Surely no provider was asked for anything. */
export const wasNeverSent = (run: LostRun | undefined): boolean => run?.isWhole === true && !run.lastTry

interface Position {
  accountId: string
  number: number
}

/** Where the run took up what another one had begun. */
function beganWith({ candidates, recovery, resumeAt }: Input): Position | undefined {
  const accountId = candidates[resumeAt?.index ?? 0]?.accountId
  const number = recovery?.attempt ?? resumeAt?.number
  return accountId === undefined || number === undefined ? undefined : { accountId, number }
}

function tryIn({ candidates }: Input, at: Position | undefined, inDoubt: boolean): LostRun['lastTry'] {
  const candidate = at && candidates.find(({ accountId }) => accountId === at.accountId)
  return candidate && { ...candidate, number: at.number, inDoubt }
}

async function decode<Value>({ options }: Client, payload: Payload | null | undefined): Promise<Value | undefined> {
  if (!payload) return undefined
  const { payloadCodecs, payloadConverter } = options.loadedDataConverter
  let payloads = [payload]
  for (const codec of payloadCodecs.toReversed()) payloads = await codec.decode(payloads)
  const [decoded] = payloads
  return decoded && payloadConverter.fromPayload<Value>(decoded)
}
