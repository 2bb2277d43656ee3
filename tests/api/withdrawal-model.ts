/**
 * The rules of a withdrawal's life, written once more and as small as they are. It shares no code with the product; fast-check plays it
 * and the product side by side.
 */
import { expect } from 'vitest'
import { type Command, commandsOf } from './playing.ts'

export interface Model {
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  /** Where the bank has it. */
  stage: 'pending' | 'paid' | 'refused' | 'canceled' | 'returned'
  /** Every status so far. */
  moves: Model['status'][]
}

export interface Real {
  withdrawal(): Promise<{ id: string; status: string; needsAttention: boolean }>
  act(action: string): Promise<void>
  /** Under the same key, or under another one with the same reference of the seller's. */
  askAgain(by: 'key' | 'reference'): Promise<string>
  /** The same reference for another amount; @returns the answer's status. */
  askOtherwise(): Promise<number>
  /** An operator wants to cancel it. */
  cancel(): Promise<void>
  /** How many the bank has of this amount. */
  paidOut(): Promise<number>
}

const PATIENCE = { timeout: 60_000, interval: 50 }

export const newModel = (): Model => ({ status: 'PENDING', stage: 'pending', moves: ['PENDING'] })

/** The product comes to stand as the model does, and the bank has it once. */
async function agree({ status }: Model, real: Real): Promise<void> {
  await expect.poll(() => real.withdrawal(), PATIENCE).toMatchObject({ status, needsAttention: false })
  expect(await real.paidOut()).toBe(1)
}

const command = commandsOf(agree)

const bank = (action: string, from: Model['stage'], stage: Model['stage'], status: Model['status']) =>
  command(
    action,
    (model) => model.stage === from,
    async (model, real) => {
      await real.act(action)
      Object.assign(model, { stage, status })
      model.moves.push(status)
    },
  )

/** The bank moves it; money that has arrived may come back. */
export const BANK: readonly Command<Model, Real>[] = [
  bank('settle', 'pending', 'paid', 'APPROVED'),
  bank('reject', 'pending', 'refused', 'REJECTED'),
  // ASAAS calls it cancelled; the specification calls that REJECTED.
  bank('cancel', 'pending', 'canceled', 'REJECTED'),
  bank('return', 'paid', 'returned', 'REJECTED'),
]

const always = () => true

/** Whatever people ask for again changes nothing, and nothing is paid out twice. */
export const PEOPLE: readonly Command<Model, Real>[] = [
  ...(['key', 'reference'] as const).map((by) =>
    command(`the same ${by} once more`, always, async (_, real) => {
      expect(await real.askAgain(by)).toBe((await real.withdrawal()).id)
    }),
  ),
  command('the same reference for another amount', always, async (_, real) => {
    expect(await real.askOtherwise()).toBe(409)
  }),
  command('an operator cancels what may be paid', always, (_, real) => real.cancel()),
]
