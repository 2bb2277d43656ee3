import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProbe } from '../../api/health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a question that is never answered says down, and the next one is heard', async () => {
  const answers = [new Promise<boolean>(() => {}), Promise.resolve(true)]
  const probe = createProbe(() => answers.shift() ?? Promise.reject(new Error('asked too often')))
  const first = probe.refresh()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await first).toBe(false)
  expect(probe.isDown()).toBe(true)
  expect(await probe.refresh()).toBe(true)
  expect(probe.isDown()).toBe(false)
})

test('a minute in which the process heard nothing is none in which the other side was silent', async () => {
  const answer = Promise.withResolvers<boolean>()
  const probe = createProbe(() => answer.promise)
  const asked = probe.refresh()
  vi.advanceTimersByTime(60_000)
  answer.resolve(true)
  expect(await asked).toBe(true)
})

test('whoever asks while an answer is awaited gets the same one', async () => {
  let asked = 0
  const probe = createProbe(async () => ++asked > 0)
  expect(await Promise.all([probe.refresh(), probe.refresh()])).toEqual([true, true])
  expect(asked).toBe(1)
})
