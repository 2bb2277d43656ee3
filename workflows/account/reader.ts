/**
 * The reader of one provider account. It reads the account's movements that are due, within the account's request budget, and ends
 * when nothing is due soon. Its activity writes what it reads to the database and signals the workflows of movements that changed.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  makeContinueAsNewFunc,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { RoundsEnd } from '../../activities/read-due.ts'
import { dueSignal, pauseSignal, type ReaderInput, resumeSignal, TASK_QUEUES } from '../messages.ts'
import { DATABASE } from '../shared/options.ts'
import { DETAILS, SUMMARIES } from '../texts.ts'

/** The reader ends if nothing is due sooner than this. The sweep starts it again. */
const ENDS_BEFORE_MS = 30 * 60_000
/** The reader continues as new at this length, well below the length at which the server suggests it. */
const LONGEST_HISTORY = 2_000

const { readDue } = proxyActivities<Pick<Activities, 'readDue'>>({
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds' },
  // The reader counts as paused only once no read is running.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  summary: SUMMARIES.readDue,
})

/** Names the queue, because a run that began before the readers had one of their own would stay where it is. */
const continueAsNew = makeContinueAsNewFunc<typeof accountReader>({ taskQueue: TASK_QUEUES.recovery })

const { noteReaderPause } = proxyLocalActivities<Pick<Activities, 'noteReaderPause'>>(DATABASE)

interface ReaderState {
  /** Something may have become due since the last read. */
  isWoken: boolean
  isPaused: boolean
  /** Cancels the read that is running. */
  stop(): void
}

export async function accountReader(input: ReaderInput): Promise<void> {
  const state: ReaderState = { isWoken: false, isPaused: false, stop: () => {} }
  setHandler(dueSignal, () => {
    state.isWoken = true
  })
  setHandler(pauseSignal, () => {
    state.isPaused = true
    state.stop()
  })
  setHandler(resumeSignal, () => {
    state.isPaused = false
  })
  for (;;) {
    if (state.isPaused) await untilResumed(state, input)
    const { historyLength, continueAsNewSuggested } = workflowInfo()
    if (continueAsNewSuggested || historyLength > LONGEST_HISTORY) await continueAsNew(input)
    state.isWoken = false
    const end = await readUntilIdle(state, input)
    if (!end || state.isWoken || state.isPaused) continue
    const { nextMs } = end
    if (nextMs === null || nextMs > ENDS_BEFORE_MS) return
    setCurrentDetails(DETAILS.reader.idle(new Date(Date.now() + nextMs).toISOString()))
    await condition(() => state.isWoken || state.isPaused, Math.max(1, Math.round(nextMs)))
  }
}

/** @returns undefined if the reader was paused; no read of the account is running then. */
async function readUntilIdle(state: ReaderState, { accountId }: ReaderInput): Promise<RoundsEnd | undefined> {
  setCurrentDetails(DETAILS.reader.reading)
  const scope = new CancellationScope()
  state.stop = () => scope.cancel()
  try {
    return await scope.run(() => readDue({ accountId }))
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    if (state.isPaused) return undefined
    // A permanent failure is a defect. The sweep starts the reader again.
    throw ApplicationFailure.nonRetryable('The account cannot be read', 'ReaderFailed')
  }
}

async function untilResumed(state: ReaderState, { accountId }: ReaderInput): Promise<void> {
  setCurrentDetails(DETAILS.reader.paused)
  await noteReaderPause({ accountId, isPaused: true })
  await condition(() => !state.isPaused)
  await noteReaderPause({ accountId, isPaused: false })
}
