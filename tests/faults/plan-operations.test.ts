/** Every operation of a provider that takes part is one at which a fault can strike, or has a reason why not. */
import { expect, test } from 'vitest'
import { operationsOf } from '../../sandbox/control.ts'
import { loadProviders } from '../../sandbox/registry.ts'
import { drawPlan } from './plan.ts'
import { CHARGING, OPENING, PAYING_OUT } from './terrain.ts'
import { UNDRAWN } from './undrawn.ts'

const SEATED: readonly string[] = [...Object.keys(CHARGING), ...Object.keys(PAYING_OUT), ...OPENING]
/** So many that what is drawn at all is drawn in one of them. */
const PLANS = 40
const SIZE = 500

const fakes = await loadProviders()
const operations = new Set(
  fakes.flatMap((fake) => operationsOf(fake).map((operation) => `${fake.account.provider} ${operation}`)),
)
const plans = Array.from({ length: PLANS }, (_, seed) => drawPlan(seed, SIZE, operations))
const lives = plans.flatMap((plan) => plan.lives)
const drawn = new Set(lives.flatMap(({ cells }) => cells.map(({ provider, operation }) => `${provider} ${operation}`)))
const listed = [...operations].filter((one) => SEATED.includes(one.split(' ')[0] ?? ''))

test('a fault is drawn for every operation of theirs that is not an exception', () => {
  const excepted = Object.values(UNDRAWN).flat()
  expect(listed.filter((one) => !drawn.has(one)).sort()).toEqual(excepted.toSorted())
})

test('and for none that its provider does not have', () => {
  expect([...drawn].filter((one) => !operations.has(one))).toEqual([])
})
