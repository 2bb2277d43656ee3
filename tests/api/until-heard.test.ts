/** A decision waits for a workflow that has not heard yet of what its row has already: the decision would be void. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DECISION_WAITS, untilHeard } from '../../api/movement/decide.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const MADE = { isMade: true, attention: null as string | null }
const creating = { phase: 'creating' }
const following = { phase: 'following' }
const silent = new Error('DEADLINE_EXCEEDED')

/** Each question takes a second by the clock. @returns how often it was asked. */
async function asked(answers: readonly (object | Error)[], ahead = MADE, status = 'RUNNING'): Promise<number> {
  const left = [...answers]
  const query = async () => {
    vi.setSystemTime(Date.now() + 1_000)
    const answer = left.shift() ?? creating
    if (answer instanceof Error) throw answer
    return answer
  }
  const withDeadline = (_deadline: number, ask: () => Promise<unknown>) => ask()
  const temporal = {
    connection: { withDeadline },
    workflow: { getHandle: () => ({ query, describe: async () => ({ status: { name: status } }) }) },
  }
  const before = Date.now()
  await untilHeard({ temporal, decisionWaits: DECISION_WAITS } as never, 'charge/x', ahead)
  return (Date.now() - before) / 1_000
}

it.each([
  ['one that has heard of it is waited for no longer', [following], 1],
  ['one that takes seconds to hear of it is waited for', [creating, creating, creating, creating, following], 5],
  ['one that never hears of it is given up', [], 10],
  ['so is one that asks an operator', [creating, { ...creating, asked: 'unknownOutcome' }], 2],
  ['and one that does not answer', [creating, silent], 2],
])('%s', async (_, answers, times) => {
  expect(await asked(answers)).toBe(times)
})

it.each([
  ['where nothing was made and nothing is asked', null, 0],
  ['where the workflow has asked by itself', 'unknownOutcome', 0],
  ['where a notice has asked, or an answer', 'amountMismatch', 5],
])('%s', async (_, attention, times) => {
  const answers = [creating, creating, creating, creating, following]
  expect(await asked(answers, { isMade: false, attention })).toBe(times)
})

it('one that has ended is not waited for: it would answer for ever that it is creating', async () => {
  expect(await asked([], MADE, 'TERMINATED')).toBe(0)
})
