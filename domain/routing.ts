/** Decides which provider accounts take a movement, in which order, and why. The same input always gives the same decision. */
import type { BreakerState } from './breaker.ts'
import type { PaymentMethod } from './payment-method.ts'
import { fractionOf } from './seeded.ts'

export const ROUTING_STRATEGIES = ['priority', 'split', 'successRate'] as const
export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number]

export const ROUTED_MOVEMENTS = ['charge', 'withdrawal'] as const
export type RoutedMovement = (typeof ROUTED_MOVEMENTS)[number]

/** All given conditions must hold. Amounts are in cents; both bounds are included. */
export interface RoutingCondition {
  /** Charges only, by default. */
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
  /** For `split`: the account's share is its weight divided by the sum of weights. 1 by default. */
  weight?: number
}

export interface RoutingRule {
  id: string
  enabled: boolean
  when: RoutingCondition
  strategy: RoutingStrategy
  accounts: readonly RuleAccount[]
}

/** What is known of the movement when the decision is made. A rule with a condition on an unknown fact does not match. */
export interface RoutingFacts {
  movement: RoutedMovement
  paymentMethod?: PaymentMethod
  amount?: number
  installments?: number
  cardBrand?: string
}

/** Why an account cannot take the movement. */
export const OBSTACLES = [
  'methodNotSupported',
  'tooManyInstallments',
  'splitNotSupported',
  'receiverNotSupported',
  'missingFields',
  'refused',
  'disabled',
  /** The secrets are sealed with a key that this installation no longer has. */
  'secretsUnreadable',
] as const
export type Obstacle = (typeof OBSTACLES)[number]

export const ROUTING_REASONS = [
  /** Why the first account is first. */
  'asked',
  ...ROUTING_STRATEGIES,
  'exploration',
  'lastResort',
  /** Why the others are not. */
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
  /** Of the account's last tries of this kind, how many the provider created and did not reject at once. */
  tries?: { made: number; all: number }
}

export interface RoutingInput {
  facts: RoutingFacts
  /** In their order. */
  rules: readonly RoutingRule[]
  /** In the platform's order of priority. */
  accounts: readonly RoutableAccount[]
  /** The movement's id. Random choices are derived from it. */
  seed: string
}

export interface RoutingDecision {
  /** Null if the accounts' priority decided. */
  ruleId: string | null
  /** Every account that was considered; those that may be asked come first, in order. */
  candidates: RoutedCandidate[]
}

export interface RoutedCandidate {
  accountId: string
  provider: string
  /** This account is asked first. */
  taken: boolean
  reason: RoutingReason
}

/** The most accounts that are asked, because a buyer does not wait for a sixth provider to refuse. */
const LONGEST_LINE = 5
/** How often another account than the best is asked first. Otherwise an account that has become better would not be noticed. */
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

/** The account that is asked first; undefined if none can take the movement. */
export const takenBy = <Of extends Pick<RoutedCandidate, 'taken'>>({
  candidates,
}: {
  candidates: readonly Of[]
}): Of | undefined => candidates.find(({ taken }) => taken)

/** The accounts that may be asked, in their order. */
export function lineOf({ candidates }: RoutingDecision): { accountId: string; provider: string }[] {
  return candidates
    .filter(isInLine)
    .slice(0, LONGEST_LINE)
    .map(({ accountId, provider }) => ({ accountId, provider }))
}

const isInLine = ({ taken, reason }: RoutedCandidate): boolean =>
  taken || reason === 'nextInLine' || reason === 'breakerOpen'

/** The same decision, if only the `ready` accounts would send the request. */
export function withoutRefused(
  { ruleId, candidates }: RoutingDecision,
  ready: readonly { accountId: string }[],
): RoutingDecision {
  const isReady = ({ accountId }: RoutedCandidate) => ready.some((one) => one.accountId === accountId)
  const first = takenBy({ candidates })
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
  /** The first account, if it was chosen for exploration. */
  explored?: RoutableAccount | undefined
}

const ORDERS = {
  priority: (accounts) => ({ line: accounts }),
  // Weighted random order: sorts by exponential variables whose rates are the weights.
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

/** Few tries say little, so two tries are added, one of them successful. */
function rateOf({ made, all } = { made: 0, all: 0 }): number {
  return (made + 1) / (all + 2)
}

/** A stable sort: equal accounts keep their order. */
function sortedBy(accounts: readonly RoutableAccount[], key: (account: RoutableAccount) => number): RoutableAccount[] {
  return accounts
    .map((account) => ({ account, at: key(account) }))
    .sort((one, other) => (one.at === other.at ? 0 : one.at - other.at))
    .map(({ account }) => account)
}
