import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inModeOf, isLive, isTest, modeOf, testTwinOf } from '../../domain/mode.ts'
import { lineOf, type RoutableAccount, type RoutingFacts, route } from '../../domain/routing.ts'

/** As every platform is made. */
const livePlatform = fc.uuid({ version: 7 })
const anyPlatform = fc.tuple(livePlatform, fc.boolean()).map(([id, isTwin]) => (isTwin ? testTwinOf(id) : id))

test('a platform is live, its twin is test, and the twin’s twin is itself', () => {
  fc.assert(
    fc.property(livePlatform, (id) => {
      const twin = testTwinOf(id)
      expect([modeOf(id), modeOf(twin), testTwinOf(twin)]).toEqual(['live', 'test', twin])
      expect([isLive(id), isTest(id), isLive(twin), isTest(twin)]).toEqual([true, false, false, true])
      expect(twin).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    }),
  )
})

test('two platforms have two twins', () => {
  fc.assert(fc.property(livePlatform, livePlatform, (a, b) => (testTwinOf(a) === testTwinOf(b)) === (a === b)))
})

test('no account of the other mode takes a movement, whatever there is to choose from', () => {
  const account = fc.record({
    accountId: fc.uuid(),
    platformId: anyPlatform,
    provider: fc.constantFrom('ASAAS', 'ZENDRY'),
    breaker: fc.constantFrom('closed', 'open', 'halfOpen'),
  }) satisfies fc.Arbitrary<RoutableAccount & { platformId: string }>
  const facts: RoutingFacts = { movement: 'charge', paymentMethod: 'PIX', amount: 100 }
  fc.assert(
    fc.property(fc.array(account), anyPlatform, fc.string(), (all, platformId, seed) => {
      const byId = new Map(all.map(({ accountId, ...rest }) => [accountId, rest.platformId]))
      const line = lineOf(route({ facts, rules: [], accounts: inModeOf(platformId, all), seed }))
      for (const { accountId } of line) expect(modeOf(byId.get(accountId) ?? '')).toBe(modeOf(platformId))
      const able = all.filter((one) => modeOf(one.platformId) === modeOf(platformId))
      expect(line.length > 0).toBe(able.length > 0)
    }),
  )
})
