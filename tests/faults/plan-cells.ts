/** Which fault strikes a lifecycle, and where. */
import { ANSWER_FAULTS, WEBHOOK_FAULTS } from '../../sandbox/faults.ts'
import { hurried } from './hurry/pace.ts'
import type { Cell, Fault, Life, Terrain } from './plan.ts'
import type { Random } from './random.ts'
import { PAYING_OUT } from './terrain.ts'

/** "PROVIDER operation" of all that faults can be set on. */
export type Operations = ReadonlySet<string>

/** Longer than the 20 s for which the worker waits for a provider that moves money. */
const BEYOND_PATIENCE_MS = hurried(24_000)
const WITHIN_PATIENCE_MS = hurried(2_000)
/** How far searches and reads may lag. */
const LAGS_MS = [3_000, 20_000, 70_000, 200_000].map(hurried)

/** Operations on which a fault can strike, by what is done. */
export const OF_CREATION = ['createTransaction', 'createTransaction', 'findTransaction', 'token'] as const
export const OF_FOLLOWING = ['readTransaction', 'webhook', 'webhook'] as const
export const OF_VOID = ['cancelTransaction'] as const
export const OF_REFUND = ['refund', 'refund', 'readTransaction'] as const
export const OF_WITHDRAWAL = ['withdraw', 'withdraw', 'findWithdraw', 'readWithdraw', 'webhook'] as const
export const OF_RECEIVER = ['createReceiver', 'createReceiver', 'readReceiver'] as const
/** Nothing is answered where an answer is taken away, so these are for what only looks. */
const LOOKING: readonly string[] = [
  'findTransaction',
  'readTransaction',
  'findWithdraw',
  'readWithdraw',
  'readReceiver',
]
const LOSSES = ['commitThenDrop', 'dropBeforeCommit', 'slow', 'serverErrorAfterCommit'] as const

/** A lookup is made only when an answer was lost: such a cell brings the loss along. */
export function drawCells(random: Random, wish: string, terrain: Terrain, life: Life): Cell[] {
  const { provider } = life
  const operation = terrain.operations.has(`${provider} ${wish}`) ? wish : creationOf(life)
  const faults = operation === 'webhook' ? noticeFaults(life, terrain) : answerFaults(operation, provider)
  const fault = random.pick<Fault>(faults)
  const cell: Cell = {
    provider,
    operation,
    fault,
    times: fault === 'stale' ? 0 : 1 + random.below(2),
    delayMs: fault === 'stale' ? random.pick(LAGS_MS) : random.pick([BEYOND_PATIENCE_MS, WITHIN_PATIENCE_MS]),
  }
  if (operation !== 'findTransaction' && operation !== 'findWithdraw') return [cell]
  const loss = random.pick(LOSSES)
  return [cell, { provider, operation: creationOf(life), fault: loss, times: 1, delayMs: BEYOND_PATIENCE_MS }]
}

const CREATIONS = { charge: 'createTransaction', withdrawal: 'withdraw', receiver: 'createReceiver' } as const
const creationOf = ({ kind }: Life) => CREATIONS[kind]

/** Asked of a provider until the campaign ends, it takes nothing: the charge goes on to the next one, where an answer may be lost. */
export function drawFailover(random: Random, first: string, next: string): Cell[] {
  const cell = { operation: 'createTransaction', delayMs: BEYOND_PATIENCE_MS } as const
  const closed: Cell = { ...cell, provider: first, fault: 'rateLimited', times: 0 }
  if (random.chance(0.5)) return [closed]
  return [closed, { ...cell, provider: next, fault: random.pick(LOSSES), times: 1 }]
}

/** The first provider has made it, and the product does not hear so. */
export function lostAt(provider: string): Cell {
  return { provider, operation: 'createTransaction', fault: 'commitThenDrop', times: 1, delayMs: 0 }
}

/** What ends only when the provider says so is no fault that a batch could outlast: tests/workflows/refunds-in-progress.test.ts plays it. */
const ENDING = ANSWER_FAULTS.filter((fault) => fault !== 'refundInProgress')

function answerFaults(operation: string, provider: string): readonly Fault[] {
  if (LOOKING.includes(operation)) return ENDING
  const isNameless = operation === 'withdraw' && PAYING_OUT[provider]?.answersNamelessly === true
  return ENDING.filter((fault) => fault !== 'stale' && !(isNameless && fault === 'otherMovement'))
}

/** The notice of what comes after an end may be lost where a reading finds it within the batch. */
function noticeFaults(life: Life, { operations, readsAfterEnd }: Terrain): readonly Fault[] {
  const read = life.kind === 'withdrawal' ? 'readWithdraw' : 'readTransaction'
  const isFound = readsAfterEnd && operations.has(`${life.provider} ${read}`)
  const steps = life.kind === 'charge' ? life.buyer.length : life.kind === 'withdrawal' ? life.bank.length : 0
  return steps > 1 && !isFound ? WEBHOOK_FAULTS.filter((fault) => fault !== 'noWebhook') : WEBHOOK_FAULTS
}
