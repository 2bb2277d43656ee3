/** The routing decisions of movements. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { charges, disbursements, routingDecisions } from '../../schema/index.ts'

export type RoutingDecisionRow = typeof routingDecisions.$inferSelect

type Decision = Pick<RoutingDecisionRow, 'ruleId' | 'candidates'>

const DECISION = {
  ruleId: routingDecisions.ruleId,
  // A charge that was not created through the API has no decision.
  candidates: sql<RoutingDecisionRow['candidates']>`coalesce(${routingDecisions.candidates}, '[]')`,
}

/** Undefined when the platform has no such charge. */
export async function findChargeDecision(db: Database, platformId: string, id: string): Promise<Decision | undefined> {
  const [row] = await db
    .select(DECISION)
    .from(charges)
    .leftJoin(routingDecisions, eq(routingDecisions.chargeId, charges.id))
    .where(and(eq(charges.platformId, platformId), eq(charges.id, id)))
  return row
}

/** Undefined when the platform has no such withdrawal. */
export async function findWithdrawalDecision(
  db: Database,
  platformId: string,
  id: string,
): Promise<Decision | undefined> {
  const [row] = await db
    .select(DECISION)
    .from(disbursements)
    .leftJoin(routingDecisions, eq(routingDecisions.disbursementId, disbursements.id))
    .where(
      and(eq(disbursements.platformId, platformId), eq(disbursements.id, id), eq(disbursements.kind, 'withdrawal')),
    )
  return row
}
