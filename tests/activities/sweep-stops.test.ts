/** A round of the sweep that is not to go on ends at its next step: the next round takes what is left. */
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { expect, test } from 'vitest'
import { sweep } from '../../activities/sweep.ts'

/** The database fails from the round's second question on, so that each step that is taken is heard of. */
async function stepsOf(endedBy: 'stopping' | 'cancellationSignal' | undefined): Promise<unknown[]> {
  const ended = new AbortController()
  const signals = { stopping: new AbortController().signal, cancellationSignal: new AbortController().signal }
  if (endedBy) signals[endedBy] = ended.signal
  const { stopping, cancellationSignal } = signals
  const steps: unknown[] = []
  const fail = () => {
    throw new Error('No database')
  }
  const times = [[{ now: '2026-05-04T12:00:00Z' }]]
  const writer = new Proxy(
    {},
    { get: (_, verb) => (verb === 'execute' && times.length > 0 ? () => times.pop() : fail) },
  )
  const logger = {
    warn: () => {},
    error: ({ step }: { step: string }) => {
      steps.push(step)
      if (steps.length === 3) ended.abort()
    },
  }
  const take = sweep({ database: { writer }, logger, stopping } as never)
  const context = { info: {}, heartbeat: () => {}, cancellationSignal } as unknown as Context
  await asyncLocalStorage.run(context, take).catch(() => {})
  return steps
}

test('a round that nothing ends takes all of its steps', async () => {
  expect((await stepsOf(undefined)).length).toBeGreaterThan(10)
})

test.each(['stopping', 'cancellationSignal'] as const)(
  'no step follows once there is a word of %s',
  async (endedBy) => {
    expect(await stepsOf(endedBy)).toHaveLength(3)
  },
)
