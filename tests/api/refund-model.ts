/**
 * The rules of what goes back of a payment, written once more and as small as they are. They share no code with the product; fast-check
 * plays them and the product side by side.
 */
import { expect } from 'vitest'
import { commandsOf } from './playing.ts'

/** How a provider tells of refunds. */
export interface Traits {
  provider: string
  /** A request may be repeated under its key, so no answer is lost for good. */
  isKeyed: boolean
  /** Each refund can be read, also one that was denied. Otherwise only the sum of what has gone back. */
  listsRefunds: boolean
}

interface Refund {
  readonly amount: number
  /** Where the provider has it: `nowhere` when the request never arrived. */
  stage: 'gone' | 'inProgress' | 'denied' | 'nowhere'
  state: 'PENDING' | 'APPROVED' | 'REJECTED'
  asks: boolean
}

export interface Model extends Traits {
  amount: number
  /** What was given back in the provider's dashboard. */
  elsewhere: number
  /** As much of it as we know of. */
  found: number
  /** Those that were asked for here. */
  refunds: Refund[]
  /** How many amounts were drawn. */
  drawn: number
}

export interface RefundStanding {
  amount: number
  state: string
  asks: boolean
}

/** What the API and the provider's books say. */
export interface Standing {
  status: string
  refundedAmount: number
  isAsked: boolean
  refunds: RefundStanding[]
  /** The amounts of the refunds that were found at the provider. */
  found: number
  /** By the provider's books. */
  gone: number
}

export interface Real {
  standing(): Promise<Standing>
  /** @returns the answer's status, and the amount; all that is left without one. */
  refund(amount?: number): Promise<{ status: number; amount: number }>
  /** The last request once more, under its key. @returns whether the answer is about the same refund. */
  askAgain(): Promise<boolean>
  /** What befalls the next refund of this charge at the provider. */
  fault(name: string): Promise<void>
  /** The bank ends the refund in progress, or the seller gives back in the dashboard; and the provider is read. */
  end(how: 'settle' | 'deny'): Promise<void>
  giveBack(amount: number): Promise<void>
  decide(amount: number, action: string, payload?: object): Promise<{ status: number; became?: string }>
}

const PATIENCE = { timeout: 60_000, interval: 50 }
const MOST_DRAWN = 10
/** A percent is a multiple of this, so that the bits below it tell the amounts of a charge apart, and all their sums. */
const PERCENT = 2 ** MOST_DRAWN

export const AMOUNT = 101 * PERCENT - 1

export const newModel = (traits: Traits): Model => ({
  ...traits,
  amount: AMOUNT,
  elsewhere: 0,
  found: 0,
  refunds: [],
  drawn: 0,
})

const sum = (refunds: readonly Refund[], isMeant: (refund: Refund) => boolean): number =>
  refunds.filter(isMeant).reduce((total, { amount }) => total + amount, 0)

/** What our books have for gone, or on its way. */
const held = ({ refunds }: Model) => sum(refunds, ({ state }) => state !== 'REJECTED')
const gone = ({ refunds, elsewhere }: Model) => elsewhere + sum(refunds, ({ stage }) => stage === 'gone')
const leftHere = (model: Model) => model.amount - held(model) - model.found
const leftThere = (model: Model) =>
  model.amount - gone(model) - sum(model.refunds, ({ stage }) => stage === 'inProgress')

const has = ({ refunds }: Model, wanted: Refund['state']) => refunds.some(({ state }) => state === wanted)
const asking = ({ refunds }: Model) => refunds.find(({ asks }) => asks)
const inProgress = ({ refunds }: Model) => refunds.find(({ stage }) => stage === 'inProgress')

function draw(model: Model, percent: number): number {
  const amount = percent * PERCENT + 2 ** model.drawn
  model.drawn += 1
  return amount
}

/** The product comes to stand as the model does. What none of our refunds accounts for was made at the provider. */
async function agree(model: Model, real: Real): Promise<void> {
  const { refunds, amount } = model
  model.found = Math.max(model.found, gone(model) - held(model))
  const refundedAmount = sum(refunds, ({ state }) => state === 'APPROVED') + model.found
  const standing: Standing = {
    status: refundedAmount === amount ? 'REFUNDED' : 'APPROVED',
    refundedAmount,
    isAsked: false,
    refunds: refunds.map(({ amount: part, state, asks }) => ({ amount: part, state, asks })).toSorted(inOrder),
    found: model.found,
    gone: gone(model),
  }
  await expect.poll(() => real.standing(), PATIENCE).toEqual(standing)
}

export const inOrder = (one: RefundStanding, other: RefundStanding) =>
  one.amount - other.amount || one.state.localeCompare(other.state)

const playable = commandsOf(agree)
const command: typeof playable = (name, check, run) =>
  playable(name, (model) => model.drawn < MOST_DRAWN - 1 && check(model), run)

const always = () => true
const canTake = (model: Readonly<Model>) => leftHere(model) > 0

/** What becomes of a request that arrives; nothing is taken on of more than is left here, and nothing goes out that is not there. */
function arrive(model: Model, amount: number, { status }: { status: number }, stage: 'gone' | 'inProgress' = 'gone') {
  if (amount > leftHere(model) || leftHere(model) === 0) return expect([409, 422]).toContain(status)
  if (amount > leftThere(model)) {
    expect(status).toBe(502)
    model.refunds.push({ amount, stage: 'nowhere', state: 'REJECTED', asks: false })
    return
  }
  expect([201, 202]).toContain(status)
  const isDone = stage === 'gone'
  model.refunds.push({ amount, stage, state: isDone ? 'APPROVED' : 'PENDING', asks: !isDone })
}

export const refund = (percent: number) =>
  command(`refund ${percent} %`, always, async (model, real) => {
    const amount = draw(model, percent)
    arrive(model, amount, await real.refund(amount))
  })

/** The rest may be of the amount of one that was called unmade: beside others that are open a sum does not tell which of them went. */
export const refundTheRest = command(
  'refund the rest',
  (model) => model.listsRefunds || !has(model, 'PENDING') || !has(model, 'REJECTED'),
  async (model, real) => {
    const rest = leftHere(model)
    arrive(model, rest, await real.refund())
  },
)

/** Two at once: what both reach for goes to one of them. */
export const race = (percent: number) =>
  command(
    `race for ${percent} %`,
    (model) => canTake(model) && leftHere(model) <= leftThere(model),
    async (model, real) => {
      const amounts = [draw(model, percent), draw(model, percent)]
      const left = leftHere(model)
      const fitting = amounts.filter((amount) => amount <= left)
      const areBoth = amounts.reduce((one, other) => one + other) <= left
      const answers = await Promise.all(amounts.map((amount) => real.refund(amount)))
      const taken = answers.filter(({ status }) => status < 300)
      expect(taken).toHaveLength(areBoth ? 2 : Math.min(fitting.length, 1))
      for (const answer of taken) arrive(model, answer.amount, answer)
    },
  )

/** An answer is lost, before or after the provider has done what was asked. */
export const lose = (percent: number, fault: 'commitThenDrop' | 'dropBeforeCommit') =>
  command(
    `${fault} of ${percent} %`,
    (model) => leftHere(model) <= leftThere(model) && (percent + 1) * PERCENT <= leftHere(model),
    async (model, real) => {
      await real.fault(fault)
      const amount = draw(model, percent)
      const answer = await real.refund(amount)
      expect([201, 202]).toContain(answer.status)
      const isMade = fault === 'commitThenDrop' || model.isKeyed
      if (isMade) arrive(model, amount, answer)
      else model.refunds.push({ amount, stage: 'nowhere', state: 'PENDING', asks: true })
    },
  )

/** The provider takes it on, and an operator is asked when nothing comes of it for long. */
export const begin = (percent: number) =>
  command(
    `begin ${percent} %`,
    (model) => (percent + 1) * PERCENT <= Math.min(leftHere(model), leftThere(model)),
    async (model, real) => {
      await real.fault('refundInProgress')
      const amount = draw(model, percent)
      arrive(model, amount, await real.refund(amount), 'inProgress')
    },
  )

export const settle = command(
  'settle',
  (model) => inProgress(model) !== undefined,
  async (model, real) => {
    await real.end('settle')
    Object.assign(inProgress(model) ?? {}, { stage: 'gone', state: 'APPROVED', asks: false })
  },
)

/** Where only sums are told, the product does not hear of it. */
export const deny = command(
  'deny',
  (model) => inProgress(model) !== undefined,
  async (model, real) => {
    await real.end('deny')
    const isTold = model.listsRefunds
    Object.assign(inProgress(model) ?? {}, { stage: 'denied', ...(isTold ? { state: 'REJECTED', asks: false } : {}) })
  },
)

/** A sum does not tell a refund made at the provider from ours that are open. */
export const giveBackElsewhere = (percent: number) =>
  command(
    `give back ${percent} % in the dashboard`,
    (model) => (percent + 1) * PERCENT <= leftThere(model) && (model.listsRefunds || !has(model, 'PENDING')),
    async (model, real) => {
      const amount = draw(model, percent)
      await real.giveBack(amount)
      model.elsewhere += amount
    },
  )

export const askAgain = command(
  'the same request once more',
  (model) => model.refunds.length > 0,
  async (_, real) => {
    expect(await real.askAgain()).toBe(true)
  },
)

/** An operator who has looked: it was not made. */
export const callUnmade = command(
  'an operator calls unmade what was not made',
  (model) => ['nowhere', 'denied'].includes(asking(model)?.stage ?? ''),
  async (model, real) => {
    const refund = asking(model)
    const answer = await real.decide(refund?.amount ?? 0, 'resolve', { outcome: 'notCreated' })
    expect(answer.status).toBe(202)
    Object.assign(refund ?? {}, { state: 'REJECTED', asks: false })
  },
)

/** An operator who is mistaken, where the provider knows better. */
export const callUnmadeWrongly = command(
  'an operator calls unmade what is in progress',
  (model) => model.listsRefunds && asking(model)?.stage === 'inProgress',
  async (model, real) => {
    const answer = await real.decide(asking(model)?.amount ?? 0, 'resolve', { outcome: 'notCreated' })
    expect(answer.status).toBe(202)
    expect(['void', 'accepted']).toContain(answer.became)
  },
)

export const retry = command(
  'an operator has it looked at again',
  (model) => asking(model) !== undefined,
  async (model, real) => {
    expect(await real.decide(asking(model)?.amount ?? 0, 'retry')).toMatchObject({ status: 202 })
  },
)

export const cancel = command(
  'an operator cancels what may be paid',
  (model) => asking(model) !== undefined,
  async (model, real) => {
    expect(await real.decide(asking(model)?.amount ?? 0, 'cancel')).toMatchObject({ status: 409 })
  },
)
