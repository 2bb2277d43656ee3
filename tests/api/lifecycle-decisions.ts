/** The rules of a charge's life, continued: how it begins, is asked for once more, and what an operator may decide about it. */
import { expect } from 'vitest'
import { command, type Kind, made, settleDoubt, statusOf, withdraw } from './lifecycle-model.ts'

export const create = (kind: Kind) =>
  command(
    `create at ${kind}`,
    () => true,
    async (model, real) => {
      model.own = made(kind, await real.create(kind))
    },
  )

/** Nothing is sent again: an operator is asked. */
export const loseCreation = (isMade: boolean) =>
  command(
    `create, and the answer is lost${isMade ? '' : ' with the request'}`,
    () => true,
    async (model, real) => {
      const id = await real.loseCreation(isMade)
      model.doubt = { made: id === null ? null : made('PLAIN', id) }
      model.asks.add('unknownOutcome')
    },
  )

/** A code that cannot be withdrawn stays payable. Whether a doubtful one is there is never known. */
export const cancel = command(
  'an operator cancels',
  () => true,
  async (model, real) => {
    const isOpen = statusOf(model) === 'PENDING'
    expect(await real.decide('cancel')).toBe(isOpen ? 202 : 409)
    if (!isOpen) return
    if (model.doubt?.made) model.orphan = model.doubt.made
    settleDoubt(model)
    model.isGivenUp = true
    withdraw(model.own)
  },
)

/** It looks, and never sends. */
export const retry = command(
  'an operator tries again',
  (model) => statusOf(model) === 'PENDING',
  async (_, real) => {
    expect(await real.decide('retry')).toBe(202)
  },
)

/** Only what the provider has under the id is taken. */
export const callCreated = command(
  'an operator calls it created',
  ({ doubt }) => doubt !== undefined,
  async (model, real) => {
    const payment = model.doubt?.made
    const transactionId = payment?.id ?? '999999999'
    expect(await real.decide('resolve', { outcome: 'created', transactionId })).toBe(202)
    if (!payment) return
    model.own = payment
    settleDoubt(model)
  },
)

/** The next provider makes it, and what was made all the same is an orphan. */
export const callNotCreated = command(
  'an operator calls it not created',
  ({ doubt }) => doubt !== undefined,
  async (model, real) => {
    expect(await real.decide('resolve', { outcome: 'notCreated' })).toBe(202)
    if (model.doubt?.made) model.orphan = model.doubt.made
    settleDoubt(model)
    model.own = made('VOIDING', await real.shown())
  },
)

/** It was seen, and nothing is to be done. */
export const acknowledge = command(
  'an operator has seen it',
  (model) => statusOf(model) !== 'PENDING' && model.asks.size > 0,
  async (model, real) => {
    expect(await real.decide('resolve', { outcome: 'created' })).toBe(202)
    model.asks.clear()
  },
)

export const askAgain = command(
  'the same request once more',
  () => true,
  async (_, real) => {
    expect(await real.askAgain()).toBe((await real.charge()).id)
  },
)
