/** Lines that add up to what is charged, whatever they were. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '../../../domain/money.ts'
import { matchingItems, wholeItem } from '../../../providers/kit/items.ts'

const anyCents = fc.integer({ min: 1, max: 1_000_000 }).map(cents)
const anySale = fc.record({
  amount: anyCents,
  items: fc.array(
    fc.record({
      title: fc.string({ maxLength: 60 }),
      unitPrice: anyCents,
      quantity: fc.integer({ min: 1, max: 9 }),
      tangible: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})
const worth = (items: readonly { unitPrice: number; quantity: number }[]) =>
  items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)

test('lines always add up to the charge, and stay as they are when they did', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      expect(worth(matchingItems(sale))).toBe(sale.amount)
      const fitting = { ...sale, amount: cents(worth(sale.items)) }
      expect(matchingItems(fitting)).toBe(sale.items)
    }),
  )
})

test('the one line is named after all of them, with something to read in any case', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const { title, quantity, tangible } = wholeItem(sale)
      expect(title).not.toBe('')
      expect(title.length).toBeLessThanOrEqual(100)
      expect(quantity).toBe(1)
      expect(tangible).toBe(sale.items.some((item) => item.tangible))
    }),
  )
})
