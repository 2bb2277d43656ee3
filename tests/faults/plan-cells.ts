/** Which fault strikes a lifecycle, and where. */
import { ANSWER_FAULTS, WEBHOOK_FAULTS } from '../../sandbox/faults.ts'
import { hurried } from './hurry/pace.ts'
import type { Cell, Fault, Life, Terrain } from './plan.ts'
import { operationsOn } from './plan-operations.ts'
import type { Random } from './random.ts'
import { PAYING_OUT } from './terrain.ts'

/** Longer than the 20 s for which the worker waits for a provider that moves money. */
const BEYOND_PATIENCE_MS = hurried(24_000)
const WITHIN_PATIENCE_MS = hurried(2_000)
/** How far searches and reads may lag. */
const LAGS_MS = [3_000, 20_000, 70_000, 200_000].map(hurried)

/** Nothing is answered where an answer is taken away, so these are for what only looks. */
const LOOKING: readonly string[] = [
  'findTransaction',
  'readTransaction',
  'readPixCode',
  'readBoletoLine',
  'readInstallments',
  'findChargeback',
  'findWithdraw',
  'readWithdraw',
  'readBatch',
  'readReceiver',
]
const LOSSES = ['commitThenDrop', 'dropBeforeCommit', 'slow', 'serverErrorAfterCommit'] as const

/** @param wishes where it may strike; all that the lifecycle's way leads through, without them. */
export function drawCells(random: Random, terrain: Terrain, life: Life, wishes?: readonly string[]): Cell[] {
  const { provider } = life
  const operation = random.pick(wishes ?? operationsOn(life, terrain.operations))
  const faults = operation === 'webhook' ? noticeFaults(life, terrain) : answerFaults(operation, provider)
  const fault = random.pick<Fault>(faults)
  const cell: Cell = {
    provider,
    operation,
    fault,
    times: fault === 'stale' ? 0 : 1 + random.below(2),
    delayMs: fault === 'stale' ? random.pick(LAGS_MS) : random.pick([BEYOND_PATIENCE_MS, WITHIN_PATIENCE_MS]),
  }
  return [cell, ...whatLeadsTo(random, cell, life)]
}

/** A lookup is made only when an answer was lost, and a refund is read only while it is in progress: such a cell brings along what leads to it. */
function whatLeadsTo(random: Random, { provider, operation }: Cell, life: Life): Cell[] {
  const cell = { provider, times: 1, delayMs: BEYOND_PATIENCE_MS } as const
  switch (operation) {
    case 'findTransaction':
    case 'findWithdraw':
      return [{ ...cell, operation: CREATIONS[life.kind], fault: random.pick(LOSSES) }]
    case 'readRefund':
      return [{ ...cell, operation: 'refund', fault: 'refundInProgress' }]
    default:
      return []
  }
}

const CREATIONS = { charge: 'createTransaction', withdrawal: 'withdraw', receiver: 'createReceiver' } as const

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

/** A refund in progress is no fault by itself: it leads to the readings that are. */
const ENDING = ANSWER_FAULTS.filter((fault) => fault !== 'refundInProgress')

/** What they answer with is compared with nothing: docs/decisions/0339-what-a-test-environment-says-of-all.md */
const UNCOMPARED: readonly string[] = ['readBoletoLine', 'tokenizeCard']
/** They name no amount and no code, so none that is false, or none that is compared. */
const AMOUNTLESS: readonly string[] = [
  ...UNCOMPARED,
  'token',
  'createCustomer',
  'findBrand',
  'readRefund',
  'createReceiver',
  'readReceiver',
]
const OF_AMOUNTS: readonly Fault[] = ['wrongAmount', 'wrongCode']

function answerFaults(operation: string, provider: string): readonly Fault[] {
  const isNameless = operation === 'withdraw' && PAYING_OUT[provider]?.answersNamelessly === true
  return ENDING.filter((fault) => {
    if (fault === 'stale') return LOOKING.includes(operation)
    if (OF_AMOUNTS.includes(fault)) return !AMOUNTLESS.includes(operation)
    return fault !== 'otherMovement' || !(isNameless || UNCOMPARED.includes(operation))
  })
}

/** The notice of what comes after an end may be lost where a reading finds it within the batch. */
function noticeFaults(life: Life, { operations, readsAfterEnd }: Terrain): readonly Fault[] {
  const read = life.kind === 'withdrawal' ? 'readWithdraw' : 'readTransaction'
  const isFound = readsAfterEnd && operations.has(`${life.provider} ${read}`)
  const steps = life.kind === 'charge' ? life.buyer.length : life.kind === 'withdrawal' ? life.bank.length : 0
  return steps > 1 && !isFound ? WEBHOOK_FAULTS.filter((fault) => fault !== 'noWebhook') : WEBHOOK_FAULTS
}
