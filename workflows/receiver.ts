/** A receiver: have it opened at its provider, once, and wait until it is approved or refused. */
import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { ReceiverStatus } from '../domain/receiver.ts'
import { isReceiverSettled, type ReceiverAttention } from '../domain/receiver-events.ts'
import type { Decision } from './charge-state.ts'
import { readFailure } from './failure.ts'
import {
  type CreationOutcome,
  cancelSignal,
  createdUpdate,
  type ReceiverInput,
  type ReceiverTiming,
  resolveSignal,
  retrySignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
} from './messages.ts'

const TIMING: ReceiverTiming = {
  unreachableMs: 5 * 60_000,
  pollFirstMs: 5_000,
  pollMaxMs: 60 * 60_000,
  approvalMs: 30 * 24 * 60 * 60_000,
}

const { recordReceiverStatus, recordReceiverAttention, recordReceiverDecision, reopenCreation } = proxyActivities<
  Pick<Activities, 'recordReceiverStatus' | 'recordReceiverAttention' | 'recordReceiverDecision' | 'reopenCreation'>
>({ startToCloseTimeout: '10 seconds', retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' } })

const { adoptReceiver } = proxyActivities<Pick<Activities, 'adoptReceiver'>>({
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 5 },
  summary: 'Consultar o provedor',
})

interface State {
  readonly input: ReceiverInput
  readonly timing: ReceiverTiming
  status: ReceiverStatus
  creation: CreationOutcome | undefined
  /** What operators said while they were asked. */
  readonly decisions: Decision[]
  isAsking: boolean
  decided: number
}

export async function receiver(input: ReceiverInput): Promise<{ status: ReceiverStatus }> {
  const state = openState(input)
  const isMade = await create(state)
  if (isMade && !isReceiverSettled(state.status)) await awaitApproval(state)
  setCurrentDetails(`Concluído: ${state.status}.`)
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: state.status }])
  await condition(allHandlersFinished)
  return { status: state.status }
}

/** Every handler before anything is awaited. What an operator says counts only while somebody asks. */
function openState(input: ReceiverInput): State {
  const state: State = {
    input,
    timing: { ...TIMING, ...input.timing },
    status: 'PENDING',
    creation: undefined,
    decisions: [],
    isAsking: false,
    decided: 0,
  }
  const decide = (decision: Decision) => {
    if (state.isAsking) state.decisions.push(decision)
  }
  setHandler(createdUpdate, async (): Promise<CreationOutcome> => {
    await condition(() => state.creation !== undefined)
    return state.creation ?? { outcome: 'abandoned' }
  })
  setHandler(retrySignal, (decision) => decide({ kind: 'retry', ...decision }))
  setHandler(resolveSignal, (decision) => decide({ kind: 'resolve', ...decision }))
  setHandler(cancelSignal, (decision) => decide({ kind: 'cancel', ...decision }))
  return state
}

/** True once the provider has it. */
async function create(state: State): Promise<boolean> {
  for (;;) {
    const step = await tryToCreate(state)
    switch (step) {
      case 'made':
        return true
      case 'over':
        return false
      case 'again':
    }
  }
}

type Step = 'made' | 'over' | 'again'

async function tryToCreate(state: State): Promise<Step> {
  const { receiverId } = state.input
  setCurrentDetails('Abrindo o recebedor no provedor.')
  try {
    const made = await creation(state.timing).createReceiver({ receiverId })
    switch (made.outcome) {
      case 'created':
        state.status = made.status
        state.creation ??= { outcome: 'created' }
        return 'made'
      case 'refused':
        state.status = 'REJECTED'
        state.creation ??= made
        return 'over'
      case 'abandoned':
        state.status = 'REJECTED'
        state.creation ??= made
        return 'over'
    }
  } catch (error) {
    const { surelyNotProcessed } = readFailure(error)
    return askAboutCreation(state, surelyNotProcessed ? 'providerUnreachable' : 'unknownOutcome')
  }
}

function creation({ unreachableMs }: ReceiverTiming) {
  return proxyActivities<Pick<Activities, 'createReceiver'>>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    scheduleToCloseTimeout: unreachableMs,
    retry: { initialInterval: '1 second', maximumInterval: '15 seconds' },
    summary: 'Abrir o recebedor no provedor',
  })
}

/** Only a person may have it opened a second time: nobody else knows whether the first one is there. */
async function askAboutCreation(state: State, reason: ReceiverAttention): Promise<Step> {
  const { receiverId } = state.input
  const decision = await ask(
    state,
    reason,
    'Aguardando decisão do operador: envie o sinal resolve ({"outcome":"created","transactionId":"<id do recebedor>"} ou {"outcome":"notCreated"}), retry (abre de novo) ou cancel.',
  )
  if (decision.kind === 'cancel') return reject(state, decision.by)
  if (decision.kind === 'resolve' && decision.outcome === 'created') {
    const { transactionId: named } = decision
    if (named !== undefined && (await adopt(state, named))) return 'made'
    return askAboutCreation(state, reason)
  }
  await reopenCreation({ receiverId })
  return 'again'
}

/** False when the provider does not know the id, or cannot be asked now. */
async function adopt(state: State, named: string): Promise<boolean> {
  try {
    const { status } = await adoptReceiver({ receiverId: state.input.receiverId, named })
    if (status === 'unreadable') return false
    state.status = status
    state.creation ??= { outcome: 'created' }
    return true
  } catch (error) {
    readFailure(error)
    return false
  }
}

async function awaitApproval(state: State): Promise<void> {
  while (!isReceiverSettled(state.status)) {
    setCurrentDetails('Aguardando a aprovação do provedor.')
    const status = await poll(state)
    if (status !== undefined) {
      state.status = status
      continue
    }
    const decision = await ask(
      state,
      'providerUnreachable',
      'O provedor não diz se aprovou: envie o sinal resolve ({"outcome":"created"} se ativo, {"outcome":"notCreated"} se recusado), retry ou cancel.',
    )
    if (decision.kind === 'cancel' || (decision.kind === 'resolve' && decision.outcome === 'notCreated')) {
      await reject(state, decision.by)
    } else if (decision.kind === 'resolve') {
      state.status = await move(state, 'ACTIVE', decision.by)
    }
  }
}

/** Undefined when the provider cannot be asked, or has not decided within the time that an approval may take. */
async function poll({ input, timing }: State): Promise<ReceiverStatus | undefined> {
  const { pollReceiver } = proxyActivities<Pick<Activities, 'pollReceiver'>>({
    taskQueue: TASK_QUEUES.polling,
    startToCloseTimeout: '30 seconds',
    scheduleToCloseTimeout: timing.approvalMs,
    retry: { initialInterval: timing.pollFirstMs, backoffCoefficient: 1.5, maximumInterval: timing.pollMaxMs },
    summary: 'Conferir a aprovação de tempos em tempos',
  })
  try {
    const { status } = await pollReceiver({ receiverId: input.receiverId })
    return status === 'unreadable' ? undefined : status
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    return undefined
  }
}

async function ask(state: State, reason: ReceiverAttention, words: string): Promise<Decision> {
  const { receiverId } = state.input
  setCurrentDetails(words)
  // Before anybody can see it asked for: an answer may come at once.
  state.isAsking = true
  await recordReceiverAttention({ receiverId, reason })
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.needsAttention, value: true }])
  state.creation ??= { outcome: 'needsAttention' }
  await condition(() => state.decisions.length > 0)
  state.isAsking = false
  const [decision = { kind: 'retry' }] = state.decisions.splice(0)
  state.decided += 1
  const by = decision.by === undefined ? {} : { by: decision.by }
  await recordReceiverDecision({ receiverId, kind: decision.kind, number: state.decided, ...by })
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.needsAttention, value: false }])
  return decision
}

async function reject(state: State, by: string | undefined): Promise<'over'> {
  state.status = await move(state, 'REJECTED', by)
  return 'over'
}

function move({ input, decided }: State, to: ReceiverStatus, by: string | undefined): Promise<ReceiverStatus> {
  const { receiverId } = input
  const key = `operator/${decided}`
  return recordReceiverStatus({ receiverId, to, cause: 'operator', key, ...(by === undefined ? {} : { by }) })
}
