/** What will happen and what will go wrong, when and for whom: drawn from a seed before anything starts, so that it can be played again. */
import { PAYMENT_POLICIES, type PaymentPolicies } from '../../domain/payment.ts'
import type { PaymentMethod, WithdrawMethod } from '../../domain/payment-method.ts'
import type { AnswerFault, WebhookFault } from '../../sandbox/faults.ts'
import { drawKills, type Kill, LARGE } from './kills.ts'
import { drawCells } from './plan-cells.ts'
import { drawCharge } from './plan-charges.ts'
import { drawCommon, FAULTY_SHARE } from './plan-common.ts'
import type { Operations } from './plan-operations.ts'
import { type Random, seededRandom } from './random.ts'
import { APPROVED_FROM, OPENING, PAYING_OUT } from './terrain.ts'

export type Fault = AnswerFault | WebhookFault
/** `refundPart`: by the provider's own people. `lose`: an operator says that the bank has decided for the buyer. */
export type BuyerStep = 'pay' | 'refuse' | 'expire' | 'refund' | 'refundPart' | 'chargeback' | 'win' | 'lose'
export type BankStep = 'settle' | 'reject' | 'cancel' | 'return'

/** One kind of fault at one operation of one provider. */
export interface Cell {
  provider: string
  operation: string
  fault: Fault
  /** How many calls it strikes; 0: all of them, until the campaign ends. */
  times: number
  delayMs: number
}

export interface Common {
  index: number
  /** Under which it is asked for: the Idempotency-Key, and the seller's own reference. */
  key: string
  provider: string
  /** Cents; each lifecycle's own, by which its movements are found in every book. */
  amount: number
  cells: Cell[]
  /** So many of the seller's servers ask for the same thing at once. */
  servers: number
  /** One of them asks once more when all is told. */
  again: boolean
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
  /** More than one: of a card at a provider that knows plans. */
  installments: number
  /** The platform's own order of accounts decides, so that the charge may go on to the next one. */
  routed: boolean
  /** There come to be two codes, and the buyer pays both. */
  paysTwice: boolean
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
  bank: BankStep[]
  /** What a second person says, where the amount is one that waits for it. */
  approval: 'given' | 'refused' | null
}

export interface ReceiverLife extends Common {
  kind: 'receiver'
}

export type Life = ChargeLife | WithdrawalLife | ReceiverLife

export interface Plan {
  seed: number
  lives: Life[]
  kills: Kill[]
  /** What the platform does by itself about money that no charge waits for. */
  policies: PaymentPolicies
  /** A killed PostgreSQL has lost what it had committed in its last second. */
  losesLastSecond: boolean
  /** What follows an end is read at once, and its notices may be lost. */
  readsAfterEnd: boolean
}

export interface Terrain {
  size: number
  operations: Operations
  readsAfterEnd: boolean
}

const LOSING_SHARE = 0.3
const READING_SHARE = 0.5
const APPROVAL_SHARE = 0.3

export function drawPlan(seed: number, size: number, operations: Operations): Plan {
  const random = seededRandom(seed)
  const kinds = random.shuffled(
    Array.from({ length: size }, (_, index) =>
      index % 20 < 13 ? 'charge' : index % 20 < 19 ? 'withdrawal' : 'receiver',
    ),
  )
  const readsAfterEnd = isReadAfterEnd(seed)
  const terrain = { size, operations, readsAfterEnd }
  const lives = kinds.map((kind, index) => DRAWN[kind as Life['kind']](random, index, terrain))
  return {
    seed,
    lives,
    kills: drawKills(random, size),
    policies: {
      doublePayments: random.pick(PAYMENT_POLICIES.doublePayments),
      latePayments: random.pick(PAYMENT_POLICIES.latePayments),
    },
    losesLastSecond: losesLastSecond(seed, size),
    readsAfterEnd,
  }
}

/** Known before anything is started. */
export const losesLastSecond = (seed: number, size: number): boolean =>
  size >= LARGE && seededRandom(seed + 1).chance(LOSING_SHARE)

export const isReadAfterEnd = (seed: number): boolean => seededRandom(seed + 2).chance(READING_SHARE)

const DRAWN = { charge: drawCharge, withdrawal: drawWithdrawal, receiver: drawReceiver } as const satisfies Record<
  Life['kind'],
  unknown
>

function drawWithdrawal(random: Random, index: number, terrain: Terrain): WithdrawalLife {
  const provider = random.pick(Object.keys(PAYING_OUT))
  const approval = random.chance(APPROVAL_SHARE) ? random.pick(['given', 'given', 'refused'] as const) : null
  const common = drawCommon(random, index, provider, terrain.size)
  const bank = random.pick<BankStep[]>([['settle'], ['settle'], ['settle', 'return'], ['reject'], ['cancel'], []])
  const life: WithdrawalLife = {
    ...common,
    amount: approval === null ? common.amount : APPROVED_FROM + index,
    kind: 'withdrawal',
    method: random.pick(PAYING_OUT[provider]?.methods ?? []),
    bank: approval === 'refused' ? [] : bank,
    approval,
  }
  if (!random.chance(FAULTY_SHARE)) return life
  return { ...life, cells: drawCells(random, terrain, life) }
}

function drawReceiver(random: Random, index: number, terrain: Terrain): ReceiverLife {
  const provider = random.pick(OPENING)
  const life: ReceiverLife = { ...drawCommon(random, index, provider, terrain.size), kind: 'receiver' }
  if (!random.chance(FAULTY_SHARE)) return life
  return { ...life, cells: drawCells(random, terrain, life) }
}
