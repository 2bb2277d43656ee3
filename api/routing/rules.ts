/** What a routing rule may say, beyond the shape of its fields. */
import type { Database } from '../../db/client.ts'
import type { RoutingRuleRow } from '../../db/queries/routing/rules.ts'
import { routingSnapshot } from '../../db/queries/routing/snapshot.ts'
import { CARD_BRANDS } from '../../domain/card-number.ts'
import type { RoutingCondition } from '../../domain/routing.ts'
import { problem } from '../problem.ts'
import type { ProblemField } from '../schemas/problem.ts'
import type { RoutingRule, RoutingRuleChange } from '../schemas/routing-rule.ts'
import { iso } from '../time.ts'

/**
 * The change with brands in capitals.
 * @throws ApiProblem 422 for an account that is not the platform's, or stands twice; for a range that holds nothing; for an
 * unknown brand; for what no withdrawal has, in a rule for withdrawals.
 */
export async function checkedRule<T extends RoutingRuleChange>(
  db: Database,
  platformId: string,
  change: T,
): Promise<T> {
  const errors = [...brokenCondition(change.when ?? {}), ...(await brokenAccounts(db, platformId, change))]
  if (errors.length > 0) throw problem('rule_broken', { errors })
  if (!change.when?.cardBrands) return change
  return { ...change, when: { ...change.when, cardBrands: change.when.cardBrands.map((brand) => brand.toUpperCase()) } }
}

function brokenCondition(when: RoutingCondition): ProblemField[] {
  const ranges = [
    ['amountTo', when.amountFrom, when.amountTo],
    ['installmentsTo', when.installmentsFrom, when.installmentsTo],
  ] as const
  const empty = ranges
    .filter(([, from, to]) => from !== undefined && to !== undefined && from > to)
    .map(([name]) => ({ path: `/when/${name}`, rule: 'range', message: 'is less than where the range begins' }))
  const unknown = (when.cardBrands ?? [])
    .map((brand, index) => ({ path: `/when/cardBrands/${index}`, brand: brand.toUpperCase() }))
    .filter(({ brand }) => !CARD_BRANDS.includes(brand))
    .map(({ path }) => ({ path, rule: 'brand', message: `is none of ${CARD_BRANDS.join(', ')}` }))
  return [...empty, ...unknown, ...ofChargesAlone(when)]
}

/** A withdrawal has none of these: a rule for withdrawals that asked for one would match none. */
const OF_CHARGES = ['paymentMethods', 'installmentsFrom', 'installmentsTo', 'cardBrands'] as const

function ofChargesAlone(when: RoutingCondition): ProblemField[] {
  if (!when.movements?.includes('withdrawal')) return []
  return OF_CHARGES.filter((name) => when[name] !== undefined).map((name) => ({
    path: `/when/${name}`,
    rule: 'ofCharges',
    message: 'is of charges only, and the rule is for withdrawals too',
  }))
}

async function brokenAccounts(
  db: Database,
  platformId: string,
  { accounts = [] }: RoutingRuleChange,
): Promise<ProblemField[]> {
  if (accounts.length === 0) return []
  const { accounts: living } = await routingSnapshot(db, platformId)
  const known = new Set(living.map(({ accountId }) => accountId))
  const ids = accounts.map(({ providerAccountId }) => providerAccountId)
  return ids.flatMap((id, index) => {
    const path = `/accounts/${index}/providerAccountId`
    if (!known.has(id)) return [{ path, rule: 'account', message: 'is no provider account of this platform' }]
    return ids.indexOf(id) === index ? [] : [{ path, rule: 'twice', message: 'stands in the rule already' }]
  })
}

export function presentRule(row: RoutingRuleRow): RoutingRule {
  const { id, name, position, enabled, when, strategy, accounts } = row
  const times = { createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }
  return { id, name, position, enabled, when: when as RoutingRule['when'], strategy, accounts, ...times }
}
