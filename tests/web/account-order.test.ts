/** Moving an account: each change is sent by itself, and any of them may fail. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, moved, placedFirst } from '../../web/src/features/providers/order.ts'

interface Account {
  id: string
  name: string
  priority: number
}

const accountsOf = (priorities: readonly number[]): Account[] =>
  priorities.map((priority, index) => ({ id: `id${index}`, name: `${String.fromCharCode(97 + index)}`, priority }))

const idsOf = (accounts: readonly Account[]) => inOrder(accounts).map(({ id }) => id)

/** How many share their place with another one. */
const ties = (accounts: readonly Account[]) => accounts.length - new Set(accounts.map(({ priority }) => priority)).size

/** As the accounts stand after each change. */
function steps(accounts: readonly Account[], changes: readonly { id: string; priority: number }[]): Account[][] {
  const states: Account[][] = []
  let now = [...accounts]
  for (const { id, priority } of changes) {
    now = now.map((account) => (account.id === id ? { ...account, priority } : account))
    states.push(now)
  }
  return states
}

/** Close to one another, so that there is rarely room between them. */
const priorities = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 6 })

test('after any of the changes the order is the old one or the wanted one, and none comes to share a place', () => {
  fc.assert(
    fc.property(priorities, fc.nat(), fc.constantFrom(-1, 1, 'first'), (numbers, pick, by) => {
      const accounts = accountsOf(numbers)
      const before = idsOf(accounts)
      const id = before[pick % before.length] as string
      const place = before.indexOf(id)
      const next = by === 'first' ? 0 : place + (by as number)
      const changes = by === 'first' ? placedFirst(accounts, id) : moved(accounts, id, by as -1 | 1)
      if (next === place || next < 0 || next >= before.length) {
        expect(changes).toEqual([])
        return
      }
      const wanted = before.filter((one) => one !== id).toSpliced(next, 0, id)
      const states = steps(accounts, changes)
      expect(idsOf(states.at(-1) ?? accounts)).toEqual(wanted)
      let most = ties(accounts)
      for (const state of states) {
        expect([before, wanted]).toContainEqual(idsOf(state))
        expect(ties(state)).toBeLessThanOrEqual(most)
        most = ties(state)
        for (const { priority } of state) expect(priority).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('where a number is free, one change is enough', () => {
  expect(moved(accountsOf([10, 20, 30]), 'id0', 1)).toEqual([{ id: 'id0', priority: 25 }])
  expect(moved(accountsOf([10, 20, 30]), 'id2', -1)).toEqual([{ id: 'id2', priority: 15 }])
  expect(placedFirst(accountsOf([10, 20, 30]), 'id2')).toEqual([{ id: 'id2', priority: 9 }])
})

test('no number is greater than the API takes', () => {
  for (const { priority } of moved(accountsOf([9_999, 10_000]), 'id0', 1)) expect(priority).toBeLessThanOrEqual(10_000)
})
