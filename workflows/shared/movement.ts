/** The state that every movement of money keeps while its workflow runs, and how it shows what it waits for. */
import {
  allHandlersFinished,
  condition,
  patched,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Decided, Doubt } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import {
  type Abandonment,
  type Approval,
  type CreationOutcome,
  createdUpdate,
  type Decision,
  type MovementEnd,
  type Recovery,
  SEARCH_ATTRIBUTES,
  statusQuery,
} from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { DETAILS } from '../texts.ts'
import { closeDesk, openDesk, type PendingDecision } from './decisions.ts'

/** Writes the movement's own history: the only difference between a charge, a disbursement and a receiver here. */
export interface Records {
  attention(doubt: Doubt): Promise<void>
  decision(decided: Decided): Promise<{ needsAttention: boolean }>
}

export interface Movement<Status extends string = string> {
  status: Status
  /** `creating` until a provider has the movement. */
  phase: 'creating' | 'following' | 'expiring' | 'done'
  needsAttention: boolean
  /** The doubt that an operator was last asked about; undefined once it is answered. */
  asked: Doubt | undefined
  /** The number of the current attempt. */
  attempt: number
  /** A try has ended without an answer. */
  hasTried: boolean
  creation: CreationOutcome | undefined
  abandonment: Abandonment
  /** Operators' decisions not yet acted on. */
  readonly decisions: PendingDecision<Decision | Approval>[]
  readonly records: Records
}

/**
 * Registers every handler before anything is awaited. The handlers only store what they receive.
 * @param standing the state of a recovered movement, needed at once because a decision may arrive with the first workflow task.
 */
export function openMovement<Status extends string>(
  status: Status,
  records: Records,
  standing: Partial<Pick<Movement, 'phase' | 'asked' | 'attempt'>> = {},
): Movement<Status> {
  const movement: Movement<Status> = {
    status,
    phase: 'creating',
    needsAttention: false,
    asked: undefined,
    attempt: 1,
    hasTried: false,
    creation: undefined,
    abandonment: {},
    decisions: [],
    records,
    ...standing,
  }
  setHandler(createdUpdate, async (): Promise<CreationOutcome> => {
    await condition(() => movement.creation !== undefined)
    return movement.creation ?? { outcome: 'abandoned' }
  })
  setHandler(statusQuery, () => {
    const { status: present, phase, needsAttention, asked } = movement
    return { status: present, phase, needsAttention, ...defined({ asked }) }
  })
  openDesk(movement)
  return movement
}

/** The state in which a movement replaces a lost run. */
export function standingOf(recovery: Recovery | undefined): Partial<Pick<Movement, 'phase' | 'asked' | 'attempt'>> {
  if (!recovery) return {}
  const { attempt, stands } = recovery
  if (stands === 'created') return { attempt, phase: 'following' }
  return { attempt, asked: stands === 'sending' ? 'unknownOutcome' : 'providerUnreachable' }
}

/** Answers the requests that wait for the creation. The first answer stands. */
export function answerCreation(movement: Movement, outcome: CreationOutcome): void {
  movement.creation ??= outcome
}

/** Asks for an operator, in words that say what they can do. `asked` is set before it is shown, because a decision may arrive at once. */
export async function park(movement: Movement, doubt: Doubt, words: string): Promise<void> {
  setCurrentDetails(words)
  if (movement.asked !== doubt || !movement.needsAttention) {
    movement.asked = doubt
    await movement.records.attention(doubt)
  }
  showAttention(movement, true)
  answerCreation(movement, { outcome: 'needsAttention' })
}

/** Waits for news of what a provider has. After `quietMs`, or at once if its provider cannot be read, an operator is asked. */
export async function waitForNews(
  movement: Movement & { readonly isUnreadable: boolean },
  isNews: () => boolean,
  { doubt, words, quietMs }: { doubt: Doubt; words: string; quietMs: number },
): Promise<void> {
  if (!movement.needsAttention) {
    const isMoot = () => isNews() || movement.isUnreadable
    if (!movement.isUnreadable && (await condition(isMoot, quietMs))) return
    await park(movement, doubt, words)
  }
  await condition(isNews)
}

/** Turns to another doubt. Decisions about the previous one become void. */
export function turnTo(movement: Movement, doubt: Doubt): void {
  if (movement.asked !== doubt) movement.asked = undefined
}

/** Closes the doubt. Decisions about it that were not acted on become void. */
export function answerDoubt(movement: Movement, needsAttention = false): void {
  movement.asked = undefined
  showAttention(movement, needsAttention)
}

export function showAttention(movement: Movement, needsAttention: boolean): void {
  if (movement.needsAttention === needsAttention) return
  movement.needsAttention = needsAttention
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.needsAttention, value: needsAttention }])
}

/**
 * Ends the creation of a movement whose row is not there. Nothing was done only if it was to be sent for the first time: an earlier try,
 * or the run that this one replaces, may have sent what a failover of the database has lost the row of.
 */
export function abandonCreation(
  movement: Movement,
  { recovery, resumeAt }: { recovery?: Recovery; resumeAt?: object },
): void {
  const isFirst = movement.attempt === 1 && !movement.hasTried && !recovery && !resumeAt
  if (isFirst) movement.abandonment = { isAbandoned: true }
  answerCreation(movement, { outcome: 'abandoned', ...movement.abandonment })
}

export function showProvider(provider: string): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: provider }])
}

/** Sets the final search attributes. They cannot be changed after the workflow has closed. */
export function showEnd(status: string, needsAttention: boolean): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: status },
    { key: SEARCH_ATTRIBUTES.needsAttention, value: needsAttention },
  ])
}

/** Notices that have arrived and are not yet in the movement's rows. */
export interface Unlearnt {
  isLeft(): boolean
  learn(): Promise<void>
}

/**
 * The last step of every movement.
 * @param notices for a movement whose signal handlers only store notices.
 */
export async function closeMovement<Status extends string>(
  movement: Movement<Status>,
  notices?: Unlearnt,
): Promise<MovementEnd<Status>> {
  movement.phase = 'done'
  const { status, needsAttention } = movement
  setCurrentDetails(DETAILS.done(status))
  showEnd(status, needsAttention)
  await closeDesk(movement)
  await condition(allHandlersFinished)
  // Closing takes further workflow tasks. A notice received in one of them counts as delivered and is not sent again, so the workflow
  // completes only in a task that received none. The handlers have answered all decisions by now.
  while (notices?.isLeft() && patched(PATCHES.lastNoticesAreLearnt)) {
    await notices.learn()
    await condition(allHandlersFinished)
  }
  const last = movement.status
  if (last !== status) {
    setCurrentDetails(DETAILS.done(last))
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: last }])
  }
  return { status: last, ...movement.abandonment }
}
