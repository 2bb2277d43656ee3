/**
 * The rules of a charge's life, written once more and as small as they are: what each thing that can happen makes of it. It shares
 * no code with the product; fast-check plays it and the product side by side.
 */
import { expect } from 'vitest'
import { commandsOf } from './playing.ts'

export interface Model {
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'REFUNDED' | 'CHARGEBACK'
  /** Where the provider has it. */
  stage: 'pending' | 'paid' | 'refused' | 'expired' | 'refunded' | 'chargeback'
  amount: number
  /** Given back by refunds, ours and the provider's own; what a bank takes back is none. */
  refunded: number
  asks: boolean
  /** Every status so far. */
  moves: Model['status'][]
}

export interface Real {
  charge(): Promise<{ id: string; status: string; refundedAmount: number; needsAttention: boolean }>
  act(action: string): Promise<void>
  resend(): Promise<void>
  refund(amount: number | undefined): Promise<number>
  askAgain(): Promise<string>
}

const PATIENCE = { timeout: 60_000, interval: 50 }

export const newModel = (amount: number): Model => ({
  status: 'PENDING',
  stage: 'pending',
  amount,
  refunded: 0,
  asks: false,
  moves: ['PENDING'],
})

function move(model: Model, status: Model['status']): void {
  if (model.status !== status) model.moves.push(status)
  model.status = status
}

/** The product comes to stand as the model does. */
async function agree(model: Model, real: Real): Promise<void> {
  const { status, refunded, asks } = model
  await expect
    .poll(() => real.charge(), PATIENCE)
    .toMatchObject({ status, refundedAmount: refunded, needsAttention: asks })
}

const command = commandsOf(agree)

/** Money comes also when no workflow waits for it any more: then an operator is told. */
export const pay = command(
  'pay',
  ({ stage }) => stage === 'pending' || stage === 'expired',
  async (model, real) => {
    await real.act('pay')
    model.stage = 'paid'
    model.asks ||= model.status === 'REJECTED'
    move(model, 'APPROVED')
  },
)

const end = (action: string, stage: 'refused' | 'expired') =>
  command(
    action,
    (model) => model.stage === 'pending',
    async (model, real) => {
      await real.act(action)
      model.stage = stage
      move(model, 'REJECTED')
    },
  )
export const refuse = end('refuse', 'refused')
export const expire = end('expire', 'expired')

/** Another party gives all of it back: the buyer's bank, or the provider's own people. */
const takeBack = (action: string, stage: 'refunded' | 'chargeback', status: Model['status']) =>
  command(
    action,
    (model) => model.stage === 'paid' && model.refunded === 0,
    async (model, real) => {
      await real.act(action)
      model.stage = stage
      if (status === 'REFUNDED') model.refunded = model.amount
      move(model, status)
    },
  )
export const refundElsewhere = takeBack('refund', 'refunded', 'REFUNDED')
export const chargeBack = takeBack('chargeback', 'chargeback', 'CHARGEBACK')

/** A part of what is left, from a percentage of the whole; never more than is left. */
export const refund = (percent: number) =>
  command(
    `refund ${percent} %`,
    ({ status, stage }) => status === 'APPROVED' && stage === 'paid',
    async (model, real) => {
      const amount = Math.max(1, Math.floor((model.amount * percent) / 100))
      const left = model.amount - model.refunded
      const answer = await real.refund(amount)
      if (amount > left) {
        expect(answer).toBe(422)
        return
      }
      expect(answer).toBe(201)
      model.refunded += amount
      if (model.refunded < model.amount) return
      model.stage = 'refunded'
      move(model, 'REFUNDED')
    },
  )

/** Nothing is given back of what has not come, or has gone. */
export const refundNothing = command(
  'refund where there is nothing',
  ({ status }) => status !== 'APPROVED',
  async (_, real) => {
    expect([409, 422]).toContain(await real.refund(undefined))
  },
)

export const hearAgain = command(
  'the last notice once more',
  ({ stage }) => stage !== 'pending',
  (_, real) => real.resend(),
)

export const askAgain = command(
  'the same request once more',
  () => true,
  async (_, real) => {
    expect(await real.askAgain()).toBe((await real.charge()).id)
  },
)
