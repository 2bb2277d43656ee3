/** Storing goes before delivering: however many notices come, few are delivered at once, in their order, and none is dropped. */
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deliveryLine } from '../../api/webhook/line.ts'

it('delivers each once, in order, and never more at once than there are places', async () => {
  const batches = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), batches, async (places, sizes) => {
      let underWay = 0
      let most = 0
      const begun: string[] = []
      const line = deliveryLine(places)
      const delivering = (id: string) => async () => {
        begun.push(id)
        underWay += 1
        most = Math.max(most, underWay)
        await turn()
        underWay -= 1
      }
      const ids = sizes.flatMap((size, batch) => Array.from({ length: size }, (_, number) => `${batch}-${number}`))
      for (const [batch, size] of sizes.entries()) {
        line.add(Array.from({ length: size }, (_, number) => delivering(`${batch}-${number}`)))
        if (batch % 2 === 0) await turn()
      }
      await expect.poll(() => begun.length).toBe(ids.length)
      expect(begun).toEqual(ids)
      expect(most).toBeLessThanOrEqual(places)
      await line.close()
      expect(underWay).toBe(0)
    }),
  )
})

it('closed, it waits for what is under way and takes up nothing more', async () => {
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const line = deliveryLine(1)
  const delivering = (id: string) => async () => {
    begun.push(id)
    await gate.promise
  }
  line.add([delivering('a'), delivering('b')])
  const closed = line.close()
  line.add([delivering('c')])
  gate.resolve()
  await closed
  expect(begun).toEqual(['a'])
})
