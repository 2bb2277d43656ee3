import type { RoutingDecision as Decision } from '../../domain/routing.ts'
import type { RoutingDecision } from '../schemas/routing-rule.ts'

export function presentDecision({ ruleId, candidates }: Decision): RoutingDecision {
  return {
    ruleId,
    candidates: candidates.map(({ accountId, ...candidate }) => ({ providerAccountId: accountId, ...candidate })),
  }
}
