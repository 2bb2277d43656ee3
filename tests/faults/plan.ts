/** What will go wrong, when and for whom: drawn from a seed before anything starts, so that a failure can be played again. */
import { ANSWER_FAULTS, type AnswerFault, WEBHOOK_FAULTS, type WebhookFault } from '../../sandbox/faults.ts'
import { type Random, seededRandom } from './random.ts'

export type Fault = AnswerFault | WebhookFault
export type Victim = 'worker' | 'api' | 'temporal' | 'postgres'
export type Buyer = 'pay' | 'refuse' | 'nothing' | 'payThenRefund'

/** One kind of fault at one operation of one provider. */
export interface Cell {
  provider: string
  operation: string
  fault: Fault
  /** How many calls it strikes. */
  times: number
  delayMs: number
}

export interface Scenario {
  index: number
  provider: string
  /** The platform's own order of accounts decides, so that the charge may go on to the next one. */
  routed: boolean
  cell: Cell | null
  buyer: Buyer
  /** Acts as soon as the provider has the transaction, though the seller may not have been answered yet. */
  eagerBuyer: boolean
  /** The seller's two servers ask for the same charge at once. */
  doubled: boolean
  /** The seller never asks again after a 503. */
  givesUp: boolean
  /** Cents; each charge's own, by which buyers find their transaction. */
  amount: number
  orderId: string
}

/** kill -9, once so many charges have been asked for and a little later. */
export interface Kill {
  victim: Victim
  afterCharges: number
  delayMs: number
  /** How long it stays dead. */
  downMs: number
}

export interface Plan {
  seed: number
  scenarios: Scenario[]
  kills: Kill[]
}

export interface Terrain {
  /** Every operation that faults can be set on. */
  operations: readonly { provider: string; operation: string }[]
  /** Providers at which an unanswered creation is looked up (and not simply repeated under its key). */
  searched: readonly string[]
}

/** Longer than the 10 s for which the worker waits for a provider. */
const BEYOND_PATIENCE_MS = 12_000
const WITHIN_PATIENCE_MS = 2_000
const CHARGES_PER_KILL = 10
/** Longer than the API waits for Temporal before it gives the seller up. */
const LONG_DEATH_MS = 14_000
const LARGE = 100

export function drawPlan(seed: number, size: number, terrain: Terrain): Plan {
  const random = seededRandom(seed)
  const cells = drawCells(random, terrain).slice(0, Math.ceil(size * 0.67))
  const providers = [...new Set(terrain.operations.map(({ provider }) => provider))]
  const plain = Array.from({ length: size - cells.length }, (_, index) => providers[index % providers.length] ?? '')
  const drawn = random.shuffled<Cell | string>([...cells, ...plain])
  const scenarios = drawn.map((cell, index) =>
    drawScenario(random, index, typeof cell === 'string' ? { provider: cell } : cell, size),
  )
  return { seed, scenarios, kills: drawKills(random, size) }
}

/** Every fault once before any comes again, then every operation once: a small run meets each, a large one all of them. */
function drawCells(random: Random, { operations, searched }: Terrain): Cell[] {
  const all = random
    .shuffled(operations)
    .filter(({ provider, operation }) => operation !== 'findTransaction' || searched.includes(provider))
    .flatMap(({ provider, operation }) =>
      (operation === 'webhook' ? WEBHOOK_FAULTS : ANSWER_FAULTS).map((fault) => ({ provider, operation, fault })),
    )
  const ofCreation = all.filter(({ operation }) => operation === 'createTransaction' || operation === 'webhook')
  const eachFault = firstOfEach(random.shuffled(ofCreation), ({ fault }) => fault)
  const eachOperation = firstOfEach(
    random.shuffled(all.filter((cell) => !ofCreation.includes(cell))),
    ({ operation }) => operation,
  )
  const rest = random.shuffled(all).filter((cell) => !eachFault.includes(cell) && !eachOperation.includes(cell))
  return [...eachFault, ...eachOperation, ...rest].map((cell) => ({
    ...cell,
    times: 1 + random.below(2),
    delayMs: random.chance(0.5) ? BEYOND_PATIENCE_MS : WITHIN_PATIENCE_MS,
  }))
}

function firstOfEach<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(list.toReversed().map((item) => [key(item), item])).values()]
}

function drawScenario(random: Random, index: number, cell: Cell | { provider: string }, size: number): Scenario {
  const fault = 'fault' in cell ? cell : null
  const routed = random.chance(0.25)
  const provider = cell.provider
  return {
    index,
    provider,
    // Routing tries ASAAS first: only there does it know where the charge will be asked for.
    routed: routed && provider === 'ASAAS',
    cell: fault,
    buyer: drawBuyer(random, provider, fault),
    eagerBuyer: random.chance(0.4),
    doubled: random.chance(0.15),
    givesUp: size >= LARGE && random.chance(0.1),
    amount: 10_000 + index,
    orderId: `order-${index}`,
  }
}

/** A fault of notices, or of reading, shows only where there is something to tell. */
function drawBuyer(random: Random, provider: string, cell: Cell | null): Buyer {
  const told = cell?.operation === 'webhook' || cell?.operation === 'readTransaction'
  const drawn = random.pick<Buyer>(
    told ? ['pay', 'payThenRefund'] : ['pay', 'pay', 'refuse', 'nothing', 'payThenRefund'],
  )
  // The notice of a refund is the only news of it: nobody asks again about a charge that was paid.
  if (drawn === 'payThenRefund' && cell?.fault === 'noWebhook') return 'pay'
  // Its Pix codes cannot be refunded.
  return drawn === 'payThenRefund' && provider === 'ZENDRY' ? 'pay' : drawn
}

/** A small run has no time for the database's death, nor for one that lasts long enough for sellers to be told 503. */
function drawKills(random: Random, size: number): Kill[] {
  const isLarge = size >= LARGE
  const kinds: Victim[] = isLarge ? ['worker', 'api', 'temporal', 'postgres'] : ['worker', 'api', 'temporal']
  const count = Math.max(4, Math.round(size / CHARGES_PER_KILL))
  const victims = Array.from({ length: count }, (_, index) => kinds[index % kinds.length] ?? 'worker')
  return random.shuffled(victims).map((victim, index) => {
    const isLong = isLarge && (victim === 'temporal' || victim === 'postgres') && random.chance(0.4)
    return {
      victim,
      afterCharges: Math.round(((index + 0.5) / count) * size),
      delayMs: random.below(1_500),
      downMs: isLong ? LONG_DEATH_MS + random.below(5_000) : random.below(3_000),
    }
  })
}
