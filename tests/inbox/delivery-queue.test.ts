/** Few notices are delivered at once, in their order, platforms in turn, and what is too much is left to the sweep. */
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deliveryQueue } from '../../inbox/delivery-queue.ts'

const LONG = { batch: 1, longest: 1_000, platformOf: () => 'one' }

/** Each delivery takes until `release`; those after it none. */
function held() {
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const deliver = async (ids: readonly string[]) => {
    begun.push(...ids)
    await gate.promise
  }
  return { begun, deliver, release: gate.resolve }
}

it('delivers each once, in order, and never more at once than there are places', async () => {
  const batches = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      batches,
      async (places, batch, sizes) => {
        let underWay = 0
        let most = 0
        const begun: string[] = []
        const deliver = async (ids: readonly string[]) => {
          expect(ids.length).toBeGreaterThan(0)
          expect(ids.length).toBeLessThanOrEqual(batch)
          begun.push(...ids)
          underWay += 1
          most = Math.max(most, underWay)
          await turn()
          underWay -= 1
        }
        const queue = deliveryQueue({ ...LONG, places, batch, deliver })
        const parts = sizes.map((size, batch) => Array.from({ length: size }, (_, number) => `${batch}-${number}`))
        for (const [number, part] of parts.entries()) {
          queue.add(part)
          if (number % 2 === 0) await turn()
        }
        await expect.poll(() => begun).toEqual(parts.flat())
        expect(most).toBeLessThanOrEqual(places)
        await queue.close()
        expect(underWay).toBe(0)
      },
    ),
  )
})

it.each([
  { how: 'one by one', batches: [['a'], ['b'], ['c'], ['d'], ['e']] },
  { how: 'at once', batches: [['a'], ['b', 'c', 'd', 'e']] },
])('of more than may wait, which came $how, it leaves the oldest', async ({ batches }) => {
  const { begun, deliver, release } = held()
  const queue = deliveryQueue({ ...LONG, places: 1, longest: 2, deliver })
  for (const batch of batches) queue.add(batch)
  release()
  await expect.poll(() => begun).toEqual(['a', 'd', 'e'])
})

it('takes platforms in turn: one whose thousands wait keeps no other waiting, and leaves its own', async () => {
  const { begun, deliver, release } = held()
  const queue = deliveryQueue({ places: 1, batch: 1, longest: 4, platformOf: ([platform = '']) => platform, deliver })
  queue.add(['a0', 'a1', 'a2', 'a3', 'a4'])
  queue.add(['b1', 'c1'])
  queue.add(['a5', 'b2'])
  release()
  await expect.poll(() => begun).toEqual(['a1', 'a5', 'b1', 'c1', 'b2'])
})

it('a batch is of all platforms that wait, in turn', async () => {
  const batches: string[][] = []
  const { deliver, release } = held()
  const queue = deliveryQueue({
    ...LONG,
    places: 1,
    batch: 3,
    platformOf: ([platform = '']: string) => platform,
    deliver: (ids: readonly string[]) => {
      batches.push([...ids])
      return deliver(ids)
    },
  })
  queue.add(['a0'])
  queue.add(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  release()
  await expect.poll(() => batches).toEqual([['a0'], ['a1', 'b1', 'c1'], ['a2', 'a3', 'a4']])
})

it('closed, it waits for what is under way and takes up nothing more', async () => {
  const { begun, deliver, release } = held()
  const queue = deliveryQueue({ ...LONG, places: 1, deliver })
  queue.add(['a', 'b'])
  const closed = queue.close()
  queue.add(['c'])
  release()
  await closed
  expect(begun).toEqual(['a'])
})
