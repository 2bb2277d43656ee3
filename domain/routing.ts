/** Which provider accounts take a movement, in which order, and why: the same input always gives the same decision. */
import type { BreakerState } from './breaker.ts'
import type { PaymentMethod } from './payment-method.ts'
import { fractionOf } from './seeded.ts'

export const ROUTING_STRATEGIES = ['priority', 'split', 'successRate'] as const
export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number]

export const ROUTED_MOVEMENTS = ['charge', 'withdrawal'] as const
export type RoutedMovement = (typeof ROUTED_MOVEMENTS)[number]

/** What is not said does not matter; all that is said must hold. Amounts in cents, both ends included. */
export interface RoutingCondition {
  /** Charges only, when nothing is said. */
  movements?: readonly RoutedMovement[]
  paymentMethods?: readonly PaymentMethod[]
  amountFrom?: number
  amountTo?: number
  installmentsFrom?: number
  installmentsTo?: number
  cardBrands?: readonly string[]
}

export interface RuleAccount {
  providerAccountId: string
  /** Of a split: its share is its weight of all weights. One, when nothing is said. */
  weight?: number
}

export interface RoutingRule {
  id: string
  enabled: boolean
  when: RoutingCondition
  strategy: RoutingStrategy
  accounts: readonly RuleAccount[]
}

/** What is known of the movement when the decision is taken. A rule that asks for more does not match. */
export interface RoutingFacts {
  movement: RoutedMovement
  paymentMethod?: PaymentMethod
  amount?: number
  installments?: number
  cardBrand?: string
}

/** Why an account is never taken. */
export const OBSTACLES = [
  'methodNotSupported',
  'splitNotSupported',
  'missingFields',
  'refused',
  'disabled',
  /** Sealed by a key that this installation has no more. */
  'secretsUnreadable',
] as const
export type Obstacle = (typeof OBSTACLES)[number]

export const ROUTING_REASONS = [
  /** Why the first one is first. */
  'asked',
  ...ROUTING_STRATEGIES,
  'exploration',
  'lastResort',
  /** Why others are not. */
  'nextInLine',
  'lineIsFull',
  'breakerOpen',
  'notInRule',
  ...OBSTACLES,
] as const
export type RoutingReason = (typeof ROUTING_REASONS)[number]

export interface RoutableAccount {
  accountId: string
  provider: string
  obstacle?: Obstacle
  breaker: BreakerState
  /** Of its last tries of this kind, how many the provider made and did not reject at once. */
  tries?: { made: number; all: number }
}

export interface RoutingInput {
  facts: RoutingFacts
  /** In their order. */
  rules: readonly RoutingRule[]
  /** In the platform's order of priority. */
  accounts: readonly RoutableAccount[]
  /** The movement's id: whatever is left to chance is drawn from it. */
  seed: string
}

export interface RoutingDecision {
  /** Null where the accounts' priority decided. */
  ruleId: string | null
  /** Every account that was thought of; those in the line first, in its order. */
  candidates: RoutedCandidate[]
}

export interface RoutedCandidate {
  accountId: string
  provider: string
  /** The one that is asked first. */
  taken: boolean
  reason: RoutingReason
}

/** Nobody waits for a sixth provider to refuse. */
const LONGEST_LINE = 5
/** So often another account than the best is asked first, or nobody would learn that it has become better. */
const EXPLORED_SHARE = 0.05

export function route({ facts, rules, accounts, seed }: RoutingInput): RoutingDecision {
  const rule = rules.find(({ enabled, when }) => enabled && matches(when, facts))
  const weights = new Map(rule?.accounts.map(({ providerAccountId, weight = 1 }) => [providerAccountId, weight]))
  const isThoughtOf = ({ accountId }: RoutableAccount) => !rule || weights.has(accountId)
  const able = accounts.filter((account) => isThoughtOf(account) && !account.obstacle)
  const ordered: Ordered = rule ? ORDERS[rule.strategy](inRuleOrder(able, rule), weights, seed) : { line: able }
  const open = ordered.line.filter(({ breaker }) => breaker === 'open')
  const ready = ordered.line.filter(({ breaker }) => breaker !== 'open')
  const line = [...ready, ...open].slice(0, LONGEST_LINE)
  const why = (account: RoutableAccount): RoutingReason => {
    if (!isThoughtOf(account)) return 'notInRule'
    if (account.obstacle) return account.obstacle
    if (account === line[0]) {
      if (account.breaker === 'open') return 'lastResort'
      return account === ordered.explored ? 'exploration' : (rule?.strategy ?? 'priority')
    }
    if (account.breaker === 'open') return 'breakerOpen'
    return line.includes(account) ? 'nextInLine' : 'lineIsFull'
  }
  const others = accounts.filter((account) => !line.includes(account))
  return {
    ruleId: rule?.id ?? null,
    candidates: [...line, ...others].map((account) => ({
      accountId: account.accountId,
      provider: account.provider,
      taken: account === line[0],
      reason: why(account),
    })),
  }
}

/** The accounts that may be asked, in their order. */
export function lineOf({ candidates }: RoutingDecision): { accountId: string; provider: string }[] {
  return candidates
    .filter(isInLine)
    .slice(0, LONGEST_LINE)
    .map(({ accountId, provider }) => ({ accountId, provider }))
}

const isInLine = ({ taken, reason }: RoutedCandidate): boolean =>
  taken || reason === 'nextInLine' || reason === 'breakerOpen'

/** The same decision, when of its line only these would send anything. */
export function withoutRefused(
  { ruleId, candidates }: RoutingDecision,
  ready: readonly { accountId: string }[],
): RoutingDecision {
  const isReady = ({ accountId }: RoutedCandidate) => ready.some((one) => one.accountId === accountId)
  const first = candidates.find(({ taken }) => taken)
  const again = (candidate: RoutedCandidate): RoutedCandidate => {
    if (candidate.accountId === ready[0]?.accountId) {
      const reason = candidate.reason === 'breakerOpen' ? 'lastResort' : (first?.reason ?? candidate.reason)
      return { ...candidate, taken: true, reason }
    }
    return isInLine(candidate) && !isReady(candidate) ? { ...candidate, taken: false, reason: 'refused' } : candidate
  }
  return { ruleId, candidates: candidates.map(again) }
}

function matches(when: RoutingCondition, facts: RoutingFacts): boolean {
  const { movements = ['charge'], paymentMethods, cardBrands } = when
  return (
    movements.includes(facts.movement) &&
    isOneOf(paymentMethods, facts.paymentMethod) &&
    isOneOf(cardBrands, facts.cardBrand) &&
    isBetween(when.amountFrom, when.amountTo, facts.amount) &&
    isBetween(when.installmentsFrom, when.installmentsTo, facts.installments)
  )
}

function isOneOf<T>(allowed: readonly T[] | undefined, value: T | undefined): boolean {
  return allowed === undefined || (value !== undefined && allowed.includes(value))
}

function isBetween(from: number | undefined, to: number | undefined, value: number | undefined): boolean {
  if (from === undefined && to === undefined) return true
  return value !== undefined && value >= (from ?? value) && value <= (to ?? value)
}

function inRuleOrder(accounts: readonly RoutableAccount[], rule: RoutingRule): RoutableAccount[] {
  return rule.accounts.flatMap(
    ({ providerAccountId }) => accounts.find(({ accountId }) => accountId === providerAccountId) ?? [],
  )
}

interface Ordered {
  line: readonly RoutableAccount[]
  /** The first one, where it was drawn to learn how it does. */
  explored?: RoutableAccount | undefined
}

const ORDERS = {
  priority: (accounts) => ({ line: accounts }),
  // Each is drawn with its share of what is left: the least of exponential variables whose rates are the weights.
  split: (accounts, weights, seed) => ({
    line: sortedBy(accounts, ({ accountId }) => {
      const weight = weights.get(accountId) ?? 1
      return weight > 0 ? -Math.log(1 - fractionOf(seed, accountId)) / weight : Number.POSITIVE_INFINITY
    }),
  }),
  successRate: (accounts, _weights, seed) => {
    const line = sortedBy(accounts, ({ tries }) => -rateOf(tries))
    const others = line.slice(1).filter(({ breaker }) => breaker !== 'open')
    if (others.length === 0 || fractionOf(seed, 'explore') >= EXPLORED_SHARE) return { line }
    const explored = others[Math.floor(fractionOf(seed, 'explored') * others.length)]
    return explored ? { line: [explored, ...line.filter((account) => account !== explored)], explored } : { line }
  },
} as const satisfies Record<
  RoutingStrategy,
  (accounts: RoutableAccount[], weights: ReadonlyMap<string, number>, seed: string) => Ordered
>

/** Few tries say little: two more are thought to it, of which one went well. */
function rateOf({ made, all } = { made: 0, all: 0 }): number {
  return (made + 1) / (all + 2)
}

/** Stable: equals stay in the order in which they came. */
function sortedBy(accounts: readonly RoutableAccount[], key: (account: RoutableAccount) => number): RoutableAccount[] {
  return accounts
    .map((account) => ({ account, at: key(account) }))
    .sort((one, other) => (one.at === other.at ? 0 : one.at - other.at))
    .map(({ account }) => account)
}
