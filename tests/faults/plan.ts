/** What will happen and what will go wrong, when and for whom: drawn from a seed before anything starts, so that it can be played again. */
import type { PaymentMethod, WithdrawMethod } from '../../domain/payment-method.ts'
import { ANSWER_FAULTS, type AnswerFault, WEBHOOK_FAULTS, type WebhookFault } from '../../sandbox/faults.ts'
import { drawKills, type Kill } from './kills.ts'
import { type Random, seededRandom } from './random.ts'
import { CHARGING, OPENING, PAYING_OUT } from './terrain.ts'

export type Fault = AnswerFault | WebhookFault
export type BuyerStep = 'pay' | 'refuse' | 'expire' | 'refund' | 'chargeback'
export type BankStep = 'settle' | 'reject' | 'cancel'

/** One kind of fault at one operation of one provider. */
export interface Cell {
  provider: string
  operation: string
  fault: Fault
  /** How many calls it strikes; 0: all of them, until the campaign ends. */
  times: number
  delayMs: number
}

interface Common {
  index: number
  /** Under which it is asked for: the Idempotency-Key, and the seller's own reference. */
  key: string
  provider: string
  /** Cents; each lifecycle's own, by which its movements are found in every book. */
  amount: number
  cells: Cell[]
  /** The seller's two servers ask for the same thing at once. */
  doubled: boolean
  /** The seller never asks again after a 503. */
  givesUp: boolean
}

export interface RefundWish {
  key: string
  /** Cents; null: all that is left. */
  amount: number | null
}

export interface ChargeLife extends Common {
  kind: 'charge'
  method: PaymentMethod
  /** The platform's own order of accounts decides, so that the charge may go on to the next one. */
  routed: boolean
  buyer: BuyerStep[]
  /** Acts as soon as the provider has the transaction, though the seller may not have been answered yet. */
  eagerBuyer: boolean
  /** An operator gives the charge up meanwhile. */
  canceled: boolean
  refunds: RefundWish[]
  /** All of them are asked for at once. */
  racing: boolean
}

export interface WithdrawalLife extends Common {
  kind: 'withdrawal'
  method: WithdrawMethod
  bank: BankStep | null
}

export interface ReceiverLife extends Common {
  kind: 'receiver'
}

export type Life = ChargeLife | WithdrawalLife | ReceiverLife

export interface Plan {
  seed: number
  lives: Life[]
  kills: Kill[]
}

/** Longer than the 10 s for which the worker waits for a provider. */
const BEYOND_PATIENCE_MS = 12_000
const WITHIN_PATIENCE_MS = 2_000
/** How far searches and reads may lag. */
const LAGS_MS = [3_000, 20_000, 70_000] as const
/** Far enough apart that no amount looks like a part of another, or like what a lie makes of it. */
const FIRST_AMOUNT = 1_000_000
const FAULTY_SHARE = 0.6
const LARGE = 100

/** Operations on which a fault can strike, by what is done. */
const OF_CREATION = ['createTransaction', 'createTransaction', 'findTransaction', 'token'] as const
const OF_FOLLOWING = ['readTransaction', 'webhook', 'webhook'] as const
const OF_REFUND = ['refund', 'refund', 'readTransaction'] as const
const OF_WITHDRAWAL = ['withdraw', 'withdraw', 'findWithdraw', 'readWithdraw', 'webhook'] as const
const OF_RECEIVER = ['createReceiver', 'createReceiver', 'readReceiver'] as const
/** Nothing is answered where an answer is taken away, so these are for what only looks. */
const LOOKING: readonly string[] = [
  'findTransaction',
  'readTransaction',
  'findWithdraw',
  'readWithdraw',
  'readReceiver',
]
const LOSSES = ['commitThenDrop', 'dropBeforeCommit', 'slow', 'serverErrorAfterCommit'] as const

export type Operations = ReadonlySet<string>

/** `operations`: "PROVIDER operation" of all that faults can be set on. */
export function drawPlan(seed: number, size: number, operations: Operations): Plan {
  const random = seededRandom(seed)
  const kinds = random.shuffled(
    Array.from({ length: size }, (_, index) =>
      index % 20 < 13 ? 'charge' : index % 20 < 19 ? 'withdrawal' : 'receiver',
    ),
  )
  const lives = kinds.map((kind, index) => DRAWN[kind as Life['kind']](random, index, { size, operations }))
  return { seed, lives, kills: drawKills(random, size) }
}

interface Terrain {
  size: number
  operations: Operations
}

const DRAWN = { charge: drawCharge, withdrawal: drawWithdrawal, receiver: drawReceiver } as const satisfies Record<
  Life['kind'],
  unknown
>

function drawCommon(random: Random, index: number, provider: string, size: number): Common {
  return {
    index,
    key: `life-${index}`,
    provider,
    amount: FIRST_AMOUNT + index,
    cells: [],
    doubled: random.chance(0.15),
    givesUp: size >= LARGE && random.chance(0.1),
  }
}

function drawCharge(random: Random, index: number, { size, operations }: Terrain): ChargeLife {
  const provider = random.pick(Object.keys(CHARGING))
  const seat = CHARGING[provider]
  const method = random.pick<PaymentMethod>(['PIX', ...(seat?.methods ?? [])])
  const common = drawCommon(random, index, provider, size)
  const buyer = drawBuyer(random, method)
  const refunds = seat?.refund && buyer.length === 1 && buyer[0] === 'pay' && random.chance(0.6)
  const racing = random.chance(0.5)
  const life: ChargeLife = {
    ...common,
    kind: 'charge',
    method,
    // Routing tries ASAAS first: only there does it know where the charge will be asked for.
    routed: provider === 'ASAAS' && method === 'PIX' && random.chance(0.4),
    buyer,
    eagerBuyer: random.chance(0.4),
    canceled: !refunds && random.chance(0.05),
    refunds: refunds ? drawRefunds(random, common, seat?.wholeOnly === true) : [],
    racing,
  }
  if (!random.chance(FAULTY_SHARE)) return life
  const operation = random.pick<string>([...OF_CREATION, ...(refunds ? OF_REFUND : OF_FOLLOWING)])
  return { ...life, cells: drawCells(random, provider, operation, operations, life) }
}

function drawBuyer(random: Random, method: PaymentMethod): BuyerStep[] {
  if (method === 'CREDIT_CARD') return random.pick<BuyerStep[]>([['pay'], ['pay', 'refund'], ['pay', 'chargeback']])
  return random.pick<BuyerStep[]>([
    ['pay'],
    ['pay'],
    ['pay'],
    ['pay', 'refund'],
    ['pay', 'chargeback'],
    ['refuse'],
    ['expire'],
    ['expire', 'pay'],
    [],
  ])
}

function drawRefunds(random: Random, { key, amount }: Common, wholeOnly: boolean): RefundWish[] {
  const part = (share: number) => Math.floor(amount * share)
  const drawn = random.pick<(number | null)[]>([
    [null],
    [part(0.3)],
    [part(0.3), part(0.2)],
    [part(0.3), null],
    // Together more than there is: one of them must be refused.
    [part(0.6), part(0.7)],
  ])
  const amounts = wholeOnly ? [null] : drawn
  return amounts.map((wish, number) => ({ key: `${key}-refund-${number}`, amount: wish }))
}

function drawWithdrawal(random: Random, index: number, { size, operations }: Terrain): WithdrawalLife {
  const provider = random.pick(Object.keys(PAYING_OUT))
  const life: WithdrawalLife = {
    ...drawCommon(random, index, provider, size),
    kind: 'withdrawal',
    method: random.pick(PAYING_OUT[provider]?.methods ?? []),
    bank: random.pick<BankStep | null>(['settle', 'settle', 'settle', 'reject', 'cancel', null]),
  }
  if (!random.chance(FAULTY_SHARE)) return life
  return { ...life, cells: drawCells(random, provider, random.pick(OF_WITHDRAWAL), operations, life) }
}

function drawReceiver(random: Random, index: number, { size, operations }: Terrain): ReceiverLife {
  const provider = random.pick(OPENING)
  const life: ReceiverLife = { ...drawCommon(random, index, provider, size), kind: 'receiver' }
  if (!random.chance(FAULTY_SHARE)) return life
  return { ...life, cells: drawCells(random, provider, random.pick(OF_RECEIVER), operations, life) }
}

/** A lookup is made only when an answer was lost: such a cell brings the loss along. */
function drawCells(random: Random, provider: string, wish: string, operations: Operations, life: Life): Cell[] {
  const operation = operations.has(`${provider} ${wish}`) ? wish : creationOf(life)
  const faults: readonly Fault[] = operation === 'webhook' ? noticeFaults(life) : answerFaults(operation)
  const fault = random.pick(faults)
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

function answerFaults(operation: string): readonly Fault[] {
  if (operation === 'refund') return ANSWER_FAULTS.filter((fault) => fault !== 'stale' && fault !== 'wrongAmount')
  if (LOOKING.includes(operation)) return ANSWER_FAULTS
  return ANSWER_FAULTS.filter((fault) => fault !== 'stale')
}

/** The notice of a return is the first news of it for an hour: where it is lost, the reader's own tests look. */
function noticeFaults(life: Life): readonly Fault[] {
  const isToldLater = life.kind === 'charge' && life.buyer.length > 1
  return isToldLater ? WEBHOOK_FAULTS.filter((fault) => fault !== 'noWebhook') : WEBHOOK_FAULTS
}
