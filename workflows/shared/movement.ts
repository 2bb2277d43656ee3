/** What every movement of money remembers while its workflow runs, and how it shows what it waits for. */

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
  type Approval,
  type CreationOutcome,
  createdUpdate,
  type Decision,
  type Recovery,
  SEARCH_ATTRIBUTES,
  statusQuery,
} from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { closeDesk, openDesk, type PendingDecision } from './decisions.ts'

/** How a movement's own history is written: the only difference between a charge, a disbursement and a receiver here. */
export interface Records {
  attention(doubt: Doubt): Promise<void>
  decision(decided: Decided): Promise<{ needsAttention: boolean }>
}

export interface Movement<Status extends string = string> {
  status: Status
  /** `creating` until a provider has it. */
  phase: 'creating' | 'following' | 'expiring' | 'done'
  needsAttention: boolean
  /** What an operator was last asked; undefined once that is answered. */
  asked: Doubt | undefined
  /** The number of the attempt that it is at. */
  attempt: number
  creation: CreationOutcome | undefined
  /** Operators' decisions not yet acted on. */
  readonly decisions: PendingDecision<Decision | Approval>[]
  readonly records: Records
}

/**
 * Registers every handler before anything is awaited; none of them decides anything.
 * @param standing of a movement that is taken up again: a decision may come with the first task.
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
    creation: undefined,
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

/** How a movement stands that takes the place of a lost one. */
export function standingOf(recovery: Recovery | undefined): Partial<Pick<Movement, 'phase' | 'asked' | 'attempt'>> {
  if (!recovery) return {}
  const { attempt, stands } = recovery
  if (stands === 'created') return { attempt, phase: 'following' }
  return { attempt, asked: stands === 'sending' ? 'unknownOutcome' : 'providerUnreachable' }
}

/** Tells whoever waits for the creation; the first answer stands. */
export function answerCreation(movement: Movement, outcome: CreationOutcome): void {
  movement.creation ??= outcome
}

/** Asks for an operator, in words that say what can be done. Asked before it is shown: a decision may come at once. */
export async function park(movement: Movement, doubt: Doubt, words: string): Promise<void> {
  setCurrentDetails(words)
  if (movement.asked !== doubt || !movement.needsAttention) {
    movement.asked = doubt
    await movement.records.attention(doubt)
  }
  showAttention(movement, true)
  answerCreation(movement, { outcome: 'needsAttention' })
}

/** Another question arises: what was decided about the one before is void. */
export function turnTo(movement: Movement, doubt: Doubt): void {
  if (movement.asked !== doubt) movement.asked = undefined
}

/** The doubt is answered: what was decided about it and has not been acted on is void. */
export function answerDoubt(movement: Movement, needsAttention = false): void {
  movement.asked = undefined
  showAttention(movement, needsAttention)
}

export function showAttention(movement: Movement, needsAttention: boolean): void {
  if (movement.needsAttention === needsAttention) return
  movement.needsAttention = needsAttention
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.needsAttention, value: needsAttention }])
}

export function showProvider(provider: string): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: provider }])
}

/** How a workflow leaves its movement: nobody can change what Temporal says of it afterwards. */
export function showEnd(status: string, needsAttention: boolean): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: status },
    { key: SEARCH_ATTRIBUTES.needsAttention, value: needsAttention },
  ])
}

/** Notices that have come in and are not yet in the movement's rows. */
export interface Unlearnt {
  isLeft(): boolean
  learn(): Promise<void>
}

/**
 * The last thing that every movement does.
 * @param notices where they are not learnt by the handlers that hear them.
 */
export async function closeMovement<Status extends string>(
  movement: Movement<Status>,
  notices?: Unlearnt,
): Promise<{ status: Status }> {
  movement.phase = 'done'
  const { status, needsAttention } = movement
  setCurrentDetails(`Concluído: ${status}.`)
  showEnd(status, needsAttention)
  await closeDesk(movement)
  await condition(allHandlersFinished)
  // Closing takes tasks of its own. What is heard in one of them counts as delivered, so nobody would send it again: the workflow
  // completes in a task that has heard nothing. Decisions are answered by their handlers by now.
  while (notices?.isLeft() && patched(PATCHES.lastNoticesAreLearnt)) {
    await notices.learn()
    await condition(allHandlersFinished)
  }
  const last = movement.status
  if (last !== status) {
    setCurrentDetails(`Concluído: ${last}.`)
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: last }])
  }
  return { status: last }
}
