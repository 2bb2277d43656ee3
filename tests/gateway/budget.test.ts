/** Who is sent when: one slow account takes its own share and no other account's. */
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { type BudgetLimits, createBudget, type Urgency } from '../../gateway/budget.ts'

const LIMITS: BudgetLimits = { perAccount: 2, waitingPerAccount: 100, total: 100 }

/** Requests that are under way until they are ended by hand; `begun` is the order in which they were sent. */
function office(limits: Partial<BudgetLimits> = {}) {
  const budget = createBudget({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (
    name: string,
    accountId = 'a',
    urgency: Urgency = 'creation',
    platformId = `platform of ${accountId}`,
  ) => {
    const answer = budget.run({ accountId, platformId }, urgency, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
    // What still waits when its test is over is put off a minute later, in the middle of another file's tests.
    answer.catch(() => undefined)
    return answer
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    ends.delete(name)
    await settled()
  }
  return { ask, begun, end, underWay: () => [...ends.keys()] }
}

/** Everything that can go on by itself has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

test('beyond an account’s share a request waits its turn, and another account’s does not', async () => {
  const { ask, begun, end } = office()
  for (const name of ['1', '2', '3', '4']) void ask(name)
  void ask('other', 'b')
  await settled()
  expect(begun).toEqual(['1', '2', 'other'])
  await end('2')
  await end('1')
  expect(begun).toEqual(['1', '2', 'other', '3', '4'])
})

test('creations go before readings that came earlier, each in their order', async () => {
  const { ask, begun, end } = office({ perAccount: 1 })
  void ask('first')
  void ask('reading 1', 'a', 'reading')
  void ask('reading 2', 'a', 'reading')
  void ask('creation 1')
  void ask('creation 2')
  for (const name of ['first', 'creation 1', 'creation 2', 'reading 1']) {
    await settled()
    await end(name)
  }
  expect(begun).toEqual(['first', 'creation 1', 'creation 2', 'reading 1', 'reading 2'])
})

test('creations without end do not keep a reading away for ever', async () => {
  const { ask, begun, end } = office({ perAccount: 1 })
  void ask('reading', 'a', 'reading')
  await settled()
  await end('reading')
  for (let number = 0; number < 40; number += 1) void ask(`creation ${number}`)
  void ask('late reading', 'a', 'reading')
  await settled()
  for (let number = 0; number < 20 && !begun.includes('late reading'); number += 1) await end(begun.at(-1) ?? '')
  expect(begun).toContain('late reading')
})

test('a process that has its fill serves the accounts in turn, however many one of them asks', async () => {
  const { ask, begun, end } = office({ perAccount: 100, total: 1 })
  for (let number = 0; number < 50; number += 1) void ask(`crowd ${number}`, 'crowd')
  void ask('one', 'b')
  void ask('two', 'c')
  await settled()
  await end('crowd 0')
  await end(begun.at(-1) ?? '')
  await end(begun.at(-1) ?? '')
  expect(begun.slice(1, 4).sort()).toEqual(expect.arrayContaining(['one', 'two']))
})

test('a platform takes half of the places at most, with however many accounts; two take a third each', async () => {
  const { ask, begun } = office({ perAccount: 4, total: 12 })
  const crowd = (platform: string) => {
    for (let number = 0; number < 20; number += 1)
      void ask(`${platform}${number}`, `${platform}/${number % 5}`, 'creation', platform)
  }
  const sent = (platform: string) => begun.filter((name) => name.startsWith(platform)).length
  crowd('a')
  await settled()
  expect(sent('a')).toBe(6)
  crowd('b')
  await settled()
  expect(sent('b')).toBe(4)
  crowd('c')
  await settled()
  expect([sent('a'), sent('b'), sent('c')]).toEqual([6, 4, 2])
})

test('a platform that came first gives way until both hold alike, however many accounts it has', async () => {
  const { ask, begun, end } = office({ perAccount: 4, total: 4 })
  for (let number = 0; number < 8; number += 1) void ask(`many ${number}`, `a/${number}`, 'creation', 'a')
  for (let number = 0; number < 3; number += 1) void ask(`few ${number}`, 'b', 'creation', 'b')
  await settled()
  expect(begun).toEqual(['many 0', 'many 1', 'few 0'])
  await end('many 0')
  expect(begun).toHaveLength(3)
  await end('many 1')
  await end('few 0')
  expect(begun.slice(3)).toEqual(['many 2', 'few 1'])
})

test('more than may wait is put off at once, and nothing of it is sent', async () => {
  const { ask, begun, end } = office({ perAccount: 1, waitingPerAccount: 1 })
  void ask('under way')
  void ask('waiting')
  await expect(ask('too many')).rejects.toMatchObject({ kind: 'RateLimited', retryAfter: 1 })
  void ask('a reading waits elsewhere', 'a', 'reading')
  await settled()
  await end('under way')
  await end('waiting')
  expect(begun).toEqual(['under way', 'waiting', 'a reading waits elsewhere'])
})

test('a request that has waited too long is put off, and its place is free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ask, begun, end } = office({ perAccount: 1 })
  void ask('under way')
  const late = ask('late')
  const refused = expect(late).rejects.toMatchObject({ kind: 'RateLimited' })
  vi.advanceTimersByTime(60_000)
  await refused
  void ask('next')
  await settled()
  await end('under way')
  expect(begun).toEqual(['under way', 'next'])
})

test('a request that fails gives its place back', async () => {
  const budget = createBudget({ ...LIMITS, perAccount: 1 })
  await expect(
    budget.run({ accountId: 'a', platformId: 'p' }, 'creation', async () => Promise.reject(new Error('cut'))),
  ).rejects.toThrow('cut')
  expect(await budget.run({ accountId: 'a', platformId: 'p' }, 'creation', async () => 'answered')).toBe('answered')
})

const request = fc.record({
  account: fc.constantFrom('a', 'b', 'c'),
  urgency: fc.constantFrom<Urgency>('creation', 'reading'),
})

test('whatever is asked: no limit is passed, nothing waits beside a free place, everything is sent at last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 40 }), fc.infiniteStream(fc.nat()), async (requests, picks) => {
      const { ask, begun, end, underWay } = office({ perAccount: 2, total: 3 })
      const answers = requests.map(({ account, urgency }, index) => ask(`${account} ${index}`, account, urgency))
      const ofAccount = (names: string[], account: string) => names.filter((name) => name.startsWith(account)).length
      for (;;) {
        await settled()
        const open = underWay()
        expect(open.length).toBeLessThanOrEqual(3)
        for (const account of ['a', 'b', 'c']) {
          expect(ofAccount(open, account)).toBeLessThanOrEqual(2)
          const asked = requests.filter((one) => one.account === account).length
          const waits = asked > ofAccount(begun, account)
          // Each is a platform's only account; three places are one for each of three platforms, and one for a platform that is alone.
          if (waits && open.length < 3) expect(ofAccount(open, account)).toBe(1)
        }
        if (open.length === 0) break
        await end(open[(picks.next().value ?? 0) % open.length] ?? '')
      }
      expect((await Promise.all(answers)).length).toBe(requests.length)
    }),
  )
})
