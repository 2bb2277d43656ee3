/** What Temporal is told while an activity runs: it gives it back to the run that comes after one that died. */
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteSending, withHeartbeat } from '../../activities/heartbeat.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What a run of ten seconds says, after one that had said `before`. */
async function told(before: unknown, run: () => void = () => {}): Promise<unknown[]> {
  const heartbeats: unknown[] = []
  const context = { info: { heartbeatDetails: before }, heartbeat: (said: unknown) => heartbeats.push(said) }
  const ended = asyncLocalStorage.run(context as unknown as Context, () =>
    withHeartbeat(async () => {
      run()
      await new Promise((resolve) => setTimeout(resolve, 10_000))
    }),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  await ended
  return heartbeats
}

test('that an earlier run had begun to send is not forgotten by one that waits for the database', async () => {
  const heartbeats = await told('run-1')
  expect(heartbeats.length).toBeGreaterThan(1)
  expect(new Set(heartbeats)).toEqual(new Set(['run-1']))
})

test('nothing is said of sending before it begins', async () => {
  expect(new Set(await told(undefined))).toEqual(new Set([undefined]))
  expect(new Set(await told('run-1', () => noteSending('run-2')))).toEqual(new Set(['run-2']))
})
