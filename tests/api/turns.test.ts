/** Turns as their owners see them: who begins when, who is refused, and that a place that was had is had again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from '../../api/turns.ts'

const WAIT_MS = 1_000
const AT_ONCE = 8
const FOR_NEWCOMERS = 2
/** Of the six others one that is alone has as many as it leaves. */
const ALONE = 3
const PLACES = 24

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hanging = (limits: { atOnce?: number; places?: number } = {}) => {
  const turns = createTurns({
    atOnce: AT_ONCE,
    forNewcomers: FOR_NEWCOMERS,
    places: PLACES,
    ...limits,
    longestWaitMs: () => WAIT_MS,
    told: { detail: 'too much' },
  })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const waited: string[] = []
  /** Asks for work that lasts until it is told to end. */
  const ask = (owner: string, times = 1) => {
    for (let i = 0; i < times; i += 1) {
      const end = Promise.withResolvers<void>()
      const work = (hasWaited: boolean) => {
        begun.push(owner)
        if (hasWaited) waited.push(owner)
        ends.push(end.resolve)
        return end.promise
      }
      turns.inTurn(owner, work).catch((error: Error) => refused.push(`${owner}: ${error.message}`))
    }
    return settle()
  }
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settle()
    }
  }
  return { turns, begun, waited, refused, ask, endAll }
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const count = (all: readonly string[], owner: string) => all.filter((one) => one.startsWith(owner)).length

test('an owner that is alone leaves as many as it takes, and each one’s work is done in the order of its arrival', async () => {
  const { begun, waited, ask, endAll } = hanging()
  await ask('a', 6)
  expect(begun).toEqual(Array(ALONE).fill('a'))
  await ask('b', 2)
  expect(begun.slice(ALONE)).toEqual(['b', 'b'])
  await endAll()
  expect([count(begun, 'a'), waited]).toEqual([6, ['a', 'a', 'a']])
})

test('however many hang, an owner that has none under way begins at once', async () => {
  const { turns, begun, ask } = hanging()
  for (const owner of ['a', 'b', 'c']) await ask(owner, PLACES)
  const before = turns.underWay()
  await ask('d')
  expect(begun.slice(before)).toEqual(['d'])
  expect(turns.underWay()).toBeLessThanOrEqual(AT_ONCE)
})

test('owners that ask for little leave the rest to one that asks for much, however many they are', async () => {
  const { begun, refused, ask } = hanging({ atOnce: 52, places: 300 })
  for (let i = 0; i < 30; i += 1) await ask(`little ${i}`)
  await ask('much', 40)
  // Of the twenty that are free it leaves as many as it takes.
  expect([count(begun, 'much'), refused]).toEqual([10, []])
})

test('one that finds every place taken has one to wait in, and begins before those that have work under way', async () => {
  const { turns, begun, refused, ask, endAll } = hanging()
  const owners = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
  for (const owner of owners) await ask(owner, 4)
  expect(turns.underWay()).toBe(AT_ONCE)
  expect([count(begun, 'l'), count(refused, 'l')]).toEqual([0, 3])
  await endAll()
  expect(count(begun, 'l')).toBe(1)
  expect(turns.waiting() + turns.underWay()).toBe(0)
})

test.each([
  ['is done', async ({ endAll }: ReturnType<typeof hanging>) => endAll()],
  [
    'waits too long',
    async ({ endAll, refused }: ReturnType<typeof hanging>) => {
      await vi.advanceTimersByTimeAsync(WAIT_MS)
      expect(refused).toContain('a: too much')
      await endAll()
    },
  ],
])('what %s leaves its place, time after time', async (_, end) => {
  const one = hanging()
  for (let round = 1; round <= 4; round += 1) {
    one.refused.length = 0
    await one.ask('a', PLACES)
    // Half of the places: as many waits beside those under way.
    expect(count(one.refused, 'a')).toBe(PLACES / 2)
    await end(one)
    expect([one.turns.waiting(), one.turns.underWay()]).toEqual([0, 0])
  }
})

test('work that throws leaves its place, and what it throws is told', async () => {
  const { turns, begun, ask } = hanging()
  for (let i = 0; i < PLACES; i += 1) {
    await expect(turns.inTurn('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  }
  await ask('a', ALONE)
  expect(begun).toHaveLength(ALONE)
})

test('once it is stopped what waits and what comes is refused, and what is under way goes on', async () => {
  const { turns, begun, refused, ask, endAll } = hanging()
  await ask('a', ALONE + 2)
  turns.stop(() => new Error('stopping'))
  await settle()
  await ask('b')
  expect(refused).toEqual(['a: stopping', 'a: stopping', 'b: stopping'])
  await endAll()
  expect(begun).toHaveLength(ALONE)
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect([turns.waiting(), turns.underWay(), refused.length]).toEqual([0, 0, 3])
})
