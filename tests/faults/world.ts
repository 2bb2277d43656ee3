/** What every lifecycle needs to happen in: the product, the fake providers' books, what breaks things. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../domain/defined.ts'
import type { ProductOfProcesses } from '../support/product.ts'
import type { Sandbox, SandboxTransaction, SandboxWithdrawal } from '../support/sandbox-client.ts'
import type { Approver } from './approver.ts'
import type { Asking } from './asking.ts'
import { BIN_LENGTH, cardNumberOf } from './cards.ts'
import type { Chaos } from './chaos.ts'
import type { Crowding } from './crowding.ts'
import { hurried } from './hurry/pace.ts'
import type { Cell, Life } from './plan.ts'
import type { Saboteur } from './saboteur.ts'

export interface World {
  product: ProductOfProcesses
  sandbox: Sandbox
  saboteur: Saboteur
  chaos: Chaos
  crowding: Crowding
  /** Account ids by provider code. */
  accounts: ReadonlyMap<string, string>
  sellerUrl: string
  approve: Approver
  /** As of a moment ago, oldest first. */
  transactionsOf(amount: number): Promise<SandboxTransaction[]>
  withdrawalsOf(amount: number): Promise<SandboxWithdrawal[]>
  /** Sends those home who still wait for something. */
  closing: AbortSignal
}

/** One lifecycle, as far as it has come. */
export interface Deed {
  life: Life
  /** When it began. */
  since: number
  /** When its people had done all that they do; null while they have not. */
  until: number | null
  asked: Asking | null
  refunds: Asking[]
  /** What buyers and banks did. */
  acted: string[]
  /** What came in their way, for a person who reads the trail. */
  notes: string[]
  /** It left before the second person had said anything. */
  isEarly: boolean
}

/** Of its buyer, or its receiver: by it their requests are found among a provider's. */
export const emailOf = ({ key }: { key: string }) => `${key}@example.com`

const LOOK_EVERY_MS = 400
/** A lifecycle that has looked often looks more rarely: hundreds wait at once, and each look costs the product something. */
const LOOK_LATER = 1.3
const SELDOM_MS = 2_000
/** Between what a buyer or a bank does, and what comes after it. */
export const SECOND_THOUGHTS_MS = hurried(3_000)

/** Everybody who looks at about the same time looks once. */
export function sharedLook<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; reading: Promise<T> } | undefined
  return () => {
    if (!last || Date.now() - last.at > LOOK_EVERY_MS) last = { at: Date.now(), reading: read() }
    return last.reading
  }
}

/** Looks again until there is something, the campaign closes, or patience ends. */
export async function untilFound<T>(
  { closing }: World,
  look: () => Promise<T | undefined>,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<T | undefined> {
  const deadline = Date.now() + patienceMs
  for (let pauseMs = LOOK_EVERY_MS; ; pauseMs = Math.min(pauseMs * LOOK_LATER, SELDOM_MS)) {
    const found = await look().catch(() => undefined)
    if (found !== undefined || closing.aborted || Date.now() > deadline) return found
    await sleep(pauseMs)
  }
}

/** What a request says of its lifecycle where it names no amount. */
const SAID: Readonly<Record<string, (life: Life) => string>> = {
  createReceiver: emailOf,
  createCustomer: emailOf,
  tokenizeCard: ({ index }) => cardNumberOf(index),
  findBrand: ({ index }) => cardNumberOf(index).slice(0, BIN_LENGTH),
}

/** Sets the lifecycle's faults that the test picks. Receivers are read without a word of theirs: the fault strikes the first that is. */
export async function arm({ saboteur }: World, { life }: Deed, pick: (cell: Cell) => boolean): Promise<void> {
  for (const cell of life.cells.filter(pick)) {
    const text = SAID[cell.operation]?.(life)
    const isUnnamed = text !== undefined || life.kind === 'receiver'
    await saboteur.arm({ ...cell, ...defined({ text }), amount: isUnnamed ? null : life.amount })
  }
}

/** The one moment at which a death costs most: money is on its way, and the product has not heard the answer. */
export async function killMeanwhile({ chaos }: World, { life }: Deed): Promise<void> {
  const isRisky = life.cells.some(({ fault, operation }) => fault === 'slow' && !operation.startsWith('read'))
  if (!isRisky || life.index % 8 !== 0) return
  await sleep(hurried(4_000) / 2)
  await chaos.kill('worker', 500)
}
