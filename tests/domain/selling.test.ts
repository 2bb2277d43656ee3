/** Whether a public page sells, and why not. */
import { expect, test } from 'vitest'
import { type PageFacts, type PageState, pageState } from '../../domain/selling.ts'

const AT = '2030-05-14T13:00:00.000Z'
const page: PageFacts = { enabled: true, expiresAt: null, uses: 0, maxUses: null }

test.each<[what: string, changes: Partial<PageFacts>, state: PageState]>([
  ['without an end', {}, 'open'],
  ['without a last use, however often it was used', { uses: 1_000 }, 'open'],
  ['with a use left', { uses: 1, maxUses: 2 }, 'open'],
  ['without a use left', { uses: 2, maxUses: 2 }, 'soldOut'],
  ['used once too often', { uses: 3, maxUses: 2 }, 'soldOut'],
  ['with a millisecond left', { expiresAt: '2030-05-14T13:00:00.001Z' }, 'open'],
  ['at its end', { expiresAt: AT }, 'expired'],
  ['at its end, without a use left', { expiresAt: AT, uses: 2, maxUses: 2 }, 'expired'],
  ['that was disabled, at its end', { enabled: false, expiresAt: AT }, 'paused'],
])('a page %s', (_, changes, state) => {
  expect(pageState({ ...page, ...changes }, AT)).toBe(state)
})
