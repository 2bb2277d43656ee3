/**
 * The rules of a dispute's life, written once more and as small as they are. They share no code with the product; fast-check plays them
 * and the product side by side.
 */
import { expect } from 'vitest'
import { commandsOf } from './playing.ts'

interface Dispute {
  state: 'OPEN' | 'WON' | 'LOST'
  /** What is left of the payment when the bank takes it. */
  readonly amount: number
  evidence: number
  /** What sellers are told of it. */
  readonly told: ('opened' | 'won' | 'lost')[]
}

export interface Model {
  /** Where the provider has the payment. */
  stage: 'paid' | 'chargeback'
  amount: number
  refunded: number
  /** The oldest first. */
  disputes: Dispute[]
}

export interface Standing {
  status: string
  refundedAmount: number
  isAsked: boolean
  /** `isDue`: until when evidence is taken is known. `waits`: an operator finds it in the list of what waits. */
  disputes: { state: string; amount: number; evidence: number; isDue: boolean; waits: boolean }[]
}

export interface Real {
  standing(): Promise<Standing>
  /** The bank takes the payment, or gives it back; the provider tells of it or not, and is read. */
  bank(action: 'chargeback' | 'win', isTold: boolean): Promise<void>
  read(): Promise<void>
  refund(amount: number): Promise<number>
  /** About the newest dispute. @returns the answer's status. */
  judge(state: 'WON' | 'LOST'): Promise<number>
  addEvidence(): Promise<number>
}

const PATIENCE = { timeout: 60_000, interval: 50 }

export const newModel = (amount: number): Model => ({ stage: 'paid', amount, refunded: 0, disputes: [] })

const newest = ({ disputes }: Model) => disputes.at(-1)
/** The seller has the money back once a dispute is won, and not before. */
const isTaken = (model: Model) => (newest(model)?.state ?? 'WON') !== 'WON'

async function agree(model: Model, real: Real): Promise<void> {
  const standing: Standing = {
    status: isTaken(model) ? 'CHARGEBACK' : 'APPROVED',
    refundedAmount: model.refunded,
    isAsked: false,
    disputes: model.disputes.map(({ state, amount, evidence }) => {
      return { state, amount, evidence, isDue: true, waits: state === 'OPEN' }
    }),
  }
  await expect.poll(() => real.standing(), PATIENCE).toEqual(standing)
}

const command = commandsOf(agree)
const isDisputed = ({ disputes }: Readonly<Model>) => disputes.length > 0

function close(dispute: Dispute | undefined, state: 'WON' | 'LOST'): void {
  if (!dispute) return
  dispute.state = state
  dispute.told.push(state === 'WON' ? 'won' : 'lost')
}

/** Each time that the bank takes the payment is another dispute. */
export const takeBack = (isTold: boolean) =>
  command(
    `the bank takes it${isTold ? '' : ', untold'}`,
    ({ stage }) => stage === 'paid',
    async (model, real) => {
      await real.bank('chargeback', isTold)
      model.stage = 'chargeback'
      model.disputes.push({ state: 'OPEN', amount: model.amount - model.refunded, evidence: 0, told: ['opened'] })
    },
  )

/** What the provider says is so, also where an operator has called it lost. */
export const giveBack = (isTold: boolean) =>
  command(
    `the bank gives it back${isTold ? '' : ', untold'}`,
    ({ stage }) => stage === 'chargeback',
    async (model, real) => {
      await real.bank('win', isTold)
      model.stage = 'paid'
      if (isTaken(model)) close(newest(model), 'WON')
    },
  )

/** Many providers never take the word back: it does not undo what an operator has said. */
export const lookAgain = command('the provider is read again', isDisputed, (_, real) => real.read())

const judge = (state: 'WON' | 'LOST') =>
  command(`an operator calls it ${state}`, isDisputed, async (model, real) => {
    const dispute = newest(model)
    const isAllowed = dispute?.state === 'OPEN' || (dispute?.state === 'LOST' && state === 'WON')
    expect(await real.judge(state)).toBe(isAllowed ? 200 : 409)
    if (isAllowed) close(dispute, state)
  })
export const callWon = judge('WON')
export const callLost = judge('LOST')

export const addEvidence = command('evidence', isDisputed, async (model, real) => {
  const dispute = newest(model)
  const isOpen = dispute?.state === 'OPEN'
  expect(await real.addEvidence()).toBe(isOpen ? 201 : 409)
  if (dispute && isOpen) dispute.evidence += 1
})

/** Nothing is given back of what a bank has taken. */
export const refund = (percent: number) =>
  command(
    `refund ${percent} %`,
    (model) => isTaken(model) === (model.stage === 'chargeback'),
    async (model, real) => {
      const amount = Math.floor((model.amount * percent) / 100)
      const status = await real.refund(amount)
      if (isTaken(model) || amount > model.amount - model.refunded) return expect([409, 422]).toContain(status)
      expect(status).toBe(201)
      model.refunded += amount
    },
  )
