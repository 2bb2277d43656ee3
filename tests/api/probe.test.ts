import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProbe } from '../../api/health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const silent = () => new Promise<boolean>(() => {})
const refused = () => Promise.reject(new Error('refused'))
const answered = (isUp: boolean) => () => Promise.resolve(isUp)

test.each([
  ['one that is silent once is slow', [silent], false],
  ['one that is silent twice in a row is down', [silent, silent], true],
  ['so is one that refuses twice', [refused, refused], true],
  ['or does each once', [silent, refused], true],
  ['an answer ends the row', [silent, answered(true), silent], false],
  ['one that says so is down at once', [answered(false)], true],
  ['and stays so while it is silent', [answered(false), silent], true],
  ['one that answers is up at once', [silent, silent, answered(true)], false],
] as const)('%s', async (_, answers, isDown) => {
  const left = [...answers]
  const probe = createProbe(() => left.shift()?.() ?? refused())
  for (const _answer of answers) {
    const asked = probe.refresh()
    await vi.advanceTimersByTimeAsync(60_000)
    await asked
  }
  expect(probe.isDown()).toBe(isDown)
})

test('a minute in which the process heard nothing is none in which the other side was silent', async () => {
  const answer = Promise.withResolvers<boolean>()
  const probe = createProbe(() => answer.promise)
  const asked = probe.refresh()
  vi.advanceTimersByTime(60_000)
  answer.resolve(true)
  expect(await asked).toBe(true)
})

test('a caller who asks while an answer is awaited gets the same one', async () => {
  let asked = 0
  const probe = createProbe(async () => ++asked > 0)
  expect(await Promise.all([probe.refresh(), probe.refresh()])).toEqual([true, true])
  expect(asked).toBe(1)
})
