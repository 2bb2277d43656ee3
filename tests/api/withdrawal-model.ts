/**
 * The rules of a withdrawal's life, written once more and as small as they are. It shares no code with the product; fast-check plays it
 * and the product side by side.
 */
import type fc from 'fast-check'
import { expect } from 'vitest'

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

type Command = fc.AsyncCommand<Model, Real>

const PATIENCE = { timeout: 60_000, interval: 50 }

export const newModel = (): Model => ({ status: 'PENDING', stage: 'pending', moves: ['PENDING'] })

const command = (name: string, check: (model: Readonly<Model>) => boolean, run: Command['run']): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real)
    await expect.poll(() => real.withdrawal(), PATIENCE).toMatchObject({ status: model.status, needsAttention: false })
    expect(await real.paidOut()).toBe(1)
  },
  toString: () => name,
})

const bank = (action: string, from: Model['stage'], stage: Model['stage'], status: Model['status']): Command =>
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
export const BANK: readonly Command[] = [
  bank('settle', 'pending', 'paid', 'APPROVED'),
  bank('reject', 'pending', 'refused', 'REJECTED'),
  // ASAAS calls it cancelled; the specification calls that REJECTED.
  bank('cancel', 'pending', 'canceled', 'REJECTED'),
  bank('return', 'paid', 'returned', 'REJECTED'),
]

const always = () => true

/** Whatever people ask for again changes nothing, and nothing is paid out twice. */
export const PEOPLE: readonly Command[] = [
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
