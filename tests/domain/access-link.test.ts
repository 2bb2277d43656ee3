/** How an invitation stands: what was done with it comes before how old it is. */
import { expect, test } from 'vitest'
import { invitationState, isLinkOpen } from '../../domain/access-link.ts'

const AT = '2030-05-14T13:00:00.000Z'
const NOW = Date.parse(AT)
const link = { expiresAt: AT, usedAt: null, withdrawnAt: null }

test.each([
  ['open', link, NOW - 1],
  ['expired', link, NOW],
  ['withdrawn', { ...link, withdrawnAt: AT }, NOW - 1],
  ['withdrawn', { ...link, withdrawnAt: AT }, NOW],
  ['accepted', { ...link, usedAt: AT }, NOW],
  ['accepted', { ...link, usedAt: AT, withdrawnAt: AT }, NOW - 1],
] as const)('is %s', (state, times, now) => {
  expect(invitationState(times, now)).toBe(state)
  expect(isLinkOpen(times, now)).toBe(state === 'open')
})
