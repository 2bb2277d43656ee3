/**
 * The reader of one provider account: it reads what is due of the account's movements, within the account's budget, for as long as
 * anything will be due soon. What it sees is written down by its activity; the movements' workflows hear of what changed.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
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

/** What is due later than this is found by the sweep, which starts the reader again. */
const ENDS_BEFORE_MS = 30 * 60_000
/** Long before the server would ask for it. */
const LONGEST_HISTORY = 2_000

const { readDue } = proxyActivities<Pick<Activities, 'readDue'>>({
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds' },
  // Paused is when nothing is under way any more.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  summary: 'Ler no provedor o que está na vez',
})

const { noteReaderPause } = proxyLocalActivities<Pick<Activities, 'noteReaderPause'>>(DATABASE)

interface ReaderState {
  /** Something may be due that was not when it looked last. */
  isWoken: boolean
  isPaused: boolean
  /** Ends what is being read. */
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
    if (continueAsNewSuggested || historyLength > LONGEST_HISTORY) await continueAsNew<typeof accountReader>(input)
    state.isWoken = false
    const end = await readUntilIdle(state, input)
    if (!end || state.isWoken || state.isPaused) continue
    const { nextMs } = end
    if (nextMs === null || nextMs > ENDS_BEFORE_MS) return
    setCurrentDetails(`Nada na vez: a próxima leitura é às ${new Date(Date.now() + nextMs).toISOString()}.`)
    await condition(() => state.isWoken || state.isPaused, Math.max(1, Math.round(nextMs)))
  }
}

/** @returns undefined when it was paused meanwhile: then nothing of the account is under way any more. */
async function readUntilIdle(state: ReaderState, { accountId }: ReaderInput): Promise<RoundsEnd | undefined> {
  setCurrentDetails('Lendo o que está na vez. Para parar, envie o sinal pause.')
  const scope = new CancellationScope()
  state.stop = () => scope.cancel()
  try {
    return await scope.run(() => readDue({ accountId }))
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    if (state.isPaused) return undefined
    // What fails for good is a defect: the sweep starts the reader again.
    throw ApplicationFailure.nonRetryable('The account cannot be read', 'ReaderFailed')
  }
}

async function untilResumed(state: ReaderState, { accountId }: ReaderInput): Promise<void> {
  setCurrentDetails('Pausado por um operador: nada desta conta é lido. Para continuar, envie o sinal resume.')
  await noteReaderPause({ accountId, isPaused: true })
  await condition(() => !state.isPaused)
  await noteReaderPause({ accountId, isPaused: false })
}
