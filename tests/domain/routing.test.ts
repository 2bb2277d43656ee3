import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lineOf,
  OBSTACLES,
  ROUTING_STRATEGIES,
  type RoutableAccount,
  type RoutingFacts,
  type RoutingInput,
  type RoutingRule,
  route,
} from '../../domain/routing.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const

const account = (accountId: string, more: Partial<RoutableAccount> = {}): RoutableAccount => ({
  accountId,
  provider: accountId.toUpperCase(),
  breaker: 'closed',
  ...more,
})
const rule = (more: Partial<RoutingRule>): RoutingRule => ({
  id: 'rule',
  enabled: true,
  when: {},
  strategy: 'priority',
  accounts: [],
  ...more,
})
const FACTS: RoutingFacts = {
  movement: 'charge',
  paymentMethod: 'CREDIT_CARD',
  amount: 10_000,
  installments: 3,
  cardBrand: 'visa',
}
const first = (input: Partial<RoutingInput>) =>
  lineOf(route({ facts: FACTS, rules: [], accounts: [], seed: 'seed', ...input }))[0]?.accountId

const anyAccounts = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc
        .record(
          {
            obstacle: fc.constantFrom(...OBSTACLES),
            breaker: fc.constantFrom('closed' as const, 'open' as const, 'halfOpen' as const),
            tries: fc.nat(20).chain((all) => fc.record({ made: fc.nat(all), all: fc.constant(all) })),
          },
          { requiredKeys: ['breaker'] },
        )
        .map((more) => account(id, more)),
    ),
  ),
)
const anyRule = fc
  .record({
    strategy: fc.constantFrom(...ROUTING_STRATEGIES),
    enabled: fc.boolean(),
    accounts: fc
      .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
      .chain((ids) =>
        fc.tuple(
          ...ids.map((providerAccountId) =>
            fc.record({ providerAccountId: fc.constant(providerAccountId), weight: fc.nat(10) }),
          ),
        ),
      ),
    when: fc.record(
      { amountFrom: fc.nat(20_000), cardBrands: fc.subarray(['visa', 'elo']), installmentsTo: fc.nat(6) },
      { requiredKeys: [] },
    ),
  })
  .map((more) => rule(more))
const anyInput = fc.record({
  facts: fc.constant(FACTS),
  rules: fc.array(anyRule, { maxLength: 3 }),
  accounts: anyAccounts,
  seed: fc.uuid(),
})

describe('whatever is decided', () => {
  test('no account is asked that cannot take it, none twice, and at most five', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const line = lineOf(route(input)).map(({ accountId }) => accountId)
        expect(new Set(line).size).toBe(line.length)
        expect(line.length).toBeLessThanOrEqual(5)
        for (const { accountId, obstacle } of input.accounts) if (obstacle) expect(line).not.toContain(accountId)
      }),
    )
  })

  test('no account outside of the rule that decided is asked, and one is when any can be', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const decision = route(input)
        const decided = input.rules.find(({ id, enabled }) => enabled && id === decision.ruleId)
        const allowed = decision.ruleId
          ? input.rules.flatMap(({ accounts }) => accounts.map(({ providerAccountId }) => providerAccountId))
          : input.accounts.map(({ accountId }) => accountId)
        const line = lineOf(decision)
        expect(line.every(({ accountId }) => allowed.includes(accountId))).toBe(true)
        if (!decided) expect(line.length > 0).toBe(input.accounts.some(({ obstacle }) => !obstacle))
      }),
    )
  })

  test('the same input is decided the same way', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(route(input)).toEqual(route(structuredClone(input)))
      }),
    )
  })

  test('every account stands in it once, with a reason, and one is taken unless none can be', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { candidates } = route(input)
        expect(candidates.map(({ accountId }) => accountId).sort()).toEqual(
          input.accounts.map(({ accountId }) => accountId).sort(),
        )
        const taken = candidates.filter((candidate) => candidate.taken)
        expect(taken).toEqual(lineOf({ ruleId: null, candidates }).length > 0 ? [candidates[0]] : [])
      }),
    )
  })

  test('an account that rests is asked only after all that do not', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const rests = lineOf(route(input)).map(
          ({ accountId }) => input.accounts.find((one) => one.accountId === accountId)?.breaker === 'open',
        )
        expect(rests).toEqual([...rests].sort())
      }),
    )
  })
})

describe('which rule decides', () => {
  const accounts = [account('a'), account('b')]
  const to = (id: string) => [{ providerAccountId: id }]

  test.each<[string, RoutingRule['when'], boolean]>([
    ['nothing asked', {}, true],
    ['the method', { paymentMethods: ['CREDIT_CARD', 'PIX'] }, true],
    ['another method', { paymentMethods: ['PIX'] }, false],
    ['the least amount', { amountFrom: 10_000 }, true],
    ['one cent less than asked', { amountFrom: 10_001 }, false],
    ['the greatest amount', { amountTo: 10_000 }, true],
    ['one cent more than asked', { amountTo: 9_999 }, false],
    ['installments within', { installmentsFrom: 3, installmentsTo: 3 }, true],
    ['too few installments', { installmentsFrom: 4 }, false],
    ['too many installments', { installmentsTo: 2 }, false],
    ['the brand', { cardBrands: ['visa'] }, true],
    ['another brand', { cardBrands: ['elo'] }, false],
    ['all but one', { paymentMethods: ['CREDIT_CARD'], amountFrom: 1, cardBrands: ['elo'] }, false],
    ['withdrawals', { movements: ['withdrawal'] }, false],
    ['both movements', { movements: ['charge', 'withdrawal'] }, true],
  ])('%s', (_, when, isMet) => {
    const rules = [rule({ when, accounts: to('b') })]
    expect(first({ rules, accounts })).toBe(isMet ? 'b' : 'a')
  })

  test('what is not known meets no condition', () => {
    const rules = [rule({ when: { amountFrom: 0, cardBrands: ['visa'] }, accounts: to('b') })]
    expect(first({ facts: { movement: 'charge' }, rules, accounts })).toBe('a')
  })

  test('the first that is met and enabled, though its accounts cannot', () => {
    const off = rule({ id: 'off', enabled: false, accounts: to('a') })
    const second = rule({ id: 'second', accounts: to('b') })
    expect(route({ facts: FACTS, rules: [off, second], accounts, seed: '' }).ruleId).toBe('second')
    const blocked = [account('a'), account('b', { obstacle: 'methodNotSupported' })]
    expect(lineOf(route({ facts: FACTS, rules: [off, second], accounts: blocked, seed: '' }))).toEqual([])
  })

  test("a rule's order goes before the platform's", () => {
    const rules = [rule({ accounts: [...to('b'), ...to('a')] })]
    expect(route({ facts: FACTS, rules, accounts, seed: '' }).candidates).toEqual([
      { accountId: 'b', provider: 'B', taken: true, reason: 'priority' },
      { accountId: 'a', provider: 'A', taken: false, reason: 'nextInLine' },
    ])
  })
})

describe('strategies', () => {
  const share = (rules: RoutingRule[], accounts: RoutableAccount[], of: string, draws = 20_000) =>
    Array.from({ length: draws }, (_, seed) => first({ rules, accounts, seed: `charge-${seed}` })).filter(
      (id) => id === of,
    ).length / draws

  test('a split holds its weights, also among those that are left', () => {
    const weights = { a: 70, b: 20, c: 10 }
    const accounts = [account('a'), account('b'), account('c')]
    const rules = [
      rule({
        strategy: 'split',
        accounts: Object.entries(weights).map(([providerAccountId, weight]) => ({ providerAccountId, weight })),
      }),
    ]
    for (const [id, weight] of Object.entries(weights))
      expect(share(rules, accounts, id)).toBeCloseTo(weight / 100, 1.7)
    const left = [account('a', { obstacle: 'missingFields' }), account('b'), account('c')]
    expect(share(rules, left, 'b')).toBeCloseTo(2 / 3, 1.7)
  })

  test('an account of which no weight is said weighs one', () => {
    const accounts = [{ providerAccountId: 'a', weight: 3 }, { providerAccountId: 'b' }]
    expect(share([rule({ strategy: 'split', accounts })], [account('a'), account('b')], 'a')).toBeCloseTo(0.75, 1.7)
  })

  test('an account of weight nothing is never first while another can be', () => {
    const rules = [
      rule({
        strategy: 'split',
        accounts: [{ providerAccountId: 'a', weight: 0 }, { providerAccountId: 'b' }],
      }),
    ]
    expect(share(rules, [account('a'), account('b')], 'a', 2_000)).toBe(0)
    expect(first({ rules, accounts: [account('a'), account('b', { obstacle: 'disabled' })] })).toBe('a')
  })

  test('the better account is asked first, and now and then another', () => {
    const accounts = [
      account('a', { tries: { made: 60, all: 100 } }),
      account('b', { tries: { made: 95, all: 100 } }),
      account('c', { tries: { made: 1, all: 1 } }),
    ]
    const rules = [
      rule({ strategy: 'successRate', accounts: accounts.map((one) => ({ providerAccountId: one.accountId })) }),
    ]
    expect(share(rules, accounts, 'b')).toBeCloseTo(0.95, 1.7)
    expect(share(rules, accounts, 'a')).toBeGreaterThan(0.01)
    expect(share(rules, accounts, 'c')).toBeGreaterThan(0.01)
  })
})

test('a few tries that went well do not beat many', () => {
  const accounts = [account('a', { tries: { made: 2, all: 3 } }), account('b', { tries: { made: 90, all: 100 } })]
  const rules = [
    rule({ strategy: 'successRate', accounts: accounts.map((one) => ({ providerAccountId: one.accountId })) }),
  ]
  const firsts = Array.from({ length: 200 }, (_, draw) => first({ rules, accounts, seed: `charge-${draw}` }))
  expect(firsts.filter((id) => id === 'b').length).toBeGreaterThan(150)
})

test('the only account is asked although it rests, and says so', () => {
  const { candidates } = route({ facts: FACTS, rules: [], accounts: [account('a', { breaker: 'open' })], seed: '' })
  expect(candidates).toEqual([{ accountId: 'a', provider: 'A', taken: true, reason: 'lastResort' }])
})
