/** What a judge forgives where PostgreSQL has lost its last second, and what it does not. */
import { V7Generator } from 'uuidv7'
import { expect, test } from 'vitest'
import type { KillDone } from './chaos.ts'
import { isForgettable } from './judge-forgotten.ts'

const DEATH = Date.UTC(2026, 5, 1)
const kill: KillDone = { victim: 'postgres', unanswered: 0, from: DEATH, until: DEATH + 2_000 }
const madeAt = (moment: number) => new V7Generator().generateOrResetCore(moment, 10_000).toString()

test.each([
  ['made a second before PostgreSQL died', -1_000, true],
  ['made ten seconds before', -10_000, false],
  ['made when PostgreSQL was there again', 3_000, false],
])('a row %s may be forgotten: %s ms, %s', (_, after, mayBe) => {
  expect(isForgettable(madeAt(DEATH + after), [kill])).toBe(mayBe)
})

test('none is forgotten because a worker died', () => {
  expect(isForgettable(madeAt(DEATH - 1_000), [{ ...kill, victim: 'worker' }])).toBe(false)
})
