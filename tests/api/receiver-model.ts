/**
 * The rules of a receiver's life, written once more and as small as they are. They share no code with the product; fast-check plays them
 * and the product side by side.
 */
import { expect } from 'vitest'
import { type Command, commandsOf } from './playing.ts'

export interface Model {
  status: 'PENDING' | 'ACTIVE' | 'REJECTED'
  /** Where the provider has it. */
  stage: 'waiting' | 'open' | 'closed'
  /** Whether we have its id. */
  isKnown: boolean
  /** An operator has ended it, and no reading changes that. */
  isDecided: boolean
  /** How often the provider was asked to open it. */
  sent: number
  /** Every status so far. */
  moves: Model['status'][]
}

export interface Real {
  receiver(): Promise<{ status: string; receiverId: string | null; attention: string | null }>
  /** How often the provider was asked to open it. */
  sent(): number
  /** The provider has it otherwise, and is read. */
  move(stage: Model['stage']): Promise<void>
  /** The same request under the same key. @returns whether it is the same receiver. */
  askAgain(): Promise<boolean>
  /** @param outcome `known` names an id that the provider has, `unknown` one that it has not. */
  decide(action: 'retry' | 'resolve' | 'cancel', outcome?: 'known' | 'unknown' | 'notCreated'): Promise<Decided>
}

interface Decided {
  status: number
  became?: string
}

const PATIENCE = { timeout: 60_000, interval: 50 }
const MEANINGS = { waiting: 'PENDING', open: 'ACTIVE', closed: 'REJECTED' } as const

/** @param isAnswered whether the provider's answer arrived. */
export const newModel = (isAnswered: boolean): Model => ({
  status: 'PENDING',
  stage: 'waiting',
  isKnown: isAnswered,
  isDecided: false,
  sent: 1,
  moves: [],
})

/** Asked about are one whose answer was lost, and one that waits for long; who has ended once is read alone from then on. */
const asks = ({ status, moves }: Model) => status === 'PENDING' && moves.length === 0

export async function agree(model: Model, real: Real): Promise<void> {
  const receiverId = model.isKnown ? expect.stringMatching(/^acc_/) : null
  const doubt = model.isKnown ? 'providerUnreachable' : 'unknownOutcome'
  const standing = { status: model.status, receiverId, attention: asks(model) ? doubt : null }
  await expect.poll(() => real.receiver(), PATIENCE).toMatchObject(standing)
  expect(real.sent()).toBe(model.sent)
}

function move(model: Model, status: Model['status']): void {
  if (model.status !== status) model.moves.push(status)
  model.status = status
}

/** Its provider has the last word; it opens again what it has closed, and asks no more about it. */
function read(model: Model): void {
  const status = MEANINGS[model.stage]
  if (!model.isDecided && !(model.status === 'REJECTED' && status === 'PENDING')) move(model, status)
}

/** What comes late is answered as accepted, and its end shows. */
function expectTaken({ status, became }: Decided, isVoid = false): void {
  expect(status).toBe(202)
  expect([isVoid ? 'void' : 'carriedOut', 'accepted']).toContain(became)
}

const command = commandsOf(agree)

const provider = (stage: Model['stage']) =>
  command(
    `the provider calls it ${stage}`,
    (model) => model.isKnown && model.stage !== stage,
    async (model, real) => {
      await real.move(stage)
      model.stage = stage
      read(model)
    },
  )

const always = () => true
const isLost = (model: Readonly<Model>) => asks(model) && !model.isKnown
const isWaiting = (model: Readonly<Model>) => asks(model) && model.isKnown

export const HAPPENINGS: readonly Command<Model, Real>[] = [
  ...(['open', 'open', 'open', 'closed', 'waiting'] as const).map(provider),
  command('the same request once more', always, async (_, real) => {
    expect(await real.askAgain()).toBe(true)
  }),
  command('an operator names it', isLost, async (model, real) => {
    expectTaken(await real.decide('resolve', 'known'))
    model.isKnown = true
    read(model)
  }),
  command('an operator names what is not there', isLost, async (_, real) => {
    expectTaken(await real.decide('resolve', 'unknown'), true)
  }),
  command('an operator has it opened again', isLost, async (model, real) => {
    expectTaken(await real.decide('resolve', 'notCreated'))
    model.sent += 1
    model.isKnown = true
    read(model)
  }),
  command('an operator calls refused what waits', isWaiting, async (_, real) => {
    expectTaken(await real.decide('resolve', 'notCreated'), true)
  }),
  // There is no id to look up of one that is lost.
  command('an operator has it looked at again', asks, async (model, real) => {
    expectTaken(await real.decide('retry'), !model.isKnown)
  }),
  command('an operator gives it up', asks, async (model, real) => {
    expectTaken(await real.decide('cancel'))
    model.isDecided = true
    move(model, 'REJECTED')
  }),
  command(
    'an operator cancels what asks no operator',
    (model) => !asks(model),
    async (_, real) => {
      expect(await real.decide('cancel')).toMatchObject({ status: 409 })
    },
  ),
]
