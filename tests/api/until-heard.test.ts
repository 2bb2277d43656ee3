/** A decision waits for a workflow that has not heard yet of what its row has already: the decision would be void. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DECISION_WAITS, untilHeard } from '../../api/movement/decide.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const creating = { phase: 'creating' }
const following = { phase: 'following' }
const silent = new Error('DEADLINE_EXCEEDED')

/** Each question takes a second by the clock. @returns how often it was asked. */
async function asked(
  answers: readonly (object | Error)[],
  { status = 'RUNNING', isDown = false, shown = ['unknownOutcome'] } = {},
): Promise<number> {
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
  const health = { temporal: { isDown: () => isDown } }
  const before = Date.now()
  await untilHeard({ temporal, health, decisionWaits: DECISION_WAITS } as never, 'charge/x', shown)
  return (Date.now() - before) / 1_000
}

it.each([
  ['one that has heard of it is waited for no longer', [following], 1],
  ['one that takes seconds to hear of it is waited for', [creating, creating, creating, creating, following], 5],
  ['one that never hears of it is given up', [], 10],
  ['so is one that asks what is shown', [creating, { ...creating, asked: 'unknownOutcome' }], 2],
  ['one that asks something else has not heard', [{ ...creating, asked: 'providerUnreachable' }, following], 2],
  ['one that does not answer is not waited for', [creating, silent], 2],
])('%s', async (_, answers, times) => {
  expect(await asked(answers)).toBe(times)
})

it.each([
  ['one that has ended: it would answer for ever that it is creating', { status: 'TERMINATED' }],
  ['and one at a Temporal that is known to be away', { isDown: true }],
])('%s', async (_, how) => {
  expect(await asked([], how)).toBe(0)
})
