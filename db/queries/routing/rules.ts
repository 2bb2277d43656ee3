/** A platform's routing rules, in the order in which they are evaluated. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { platforms, routingRules } from '../../schema/index.ts'

export type RoutingRuleRow = typeof routingRules.$inferSelect
export type NewRoutingRuleRow = Omit<typeof routingRules.$inferInsert, 'position'> & { position?: number }

/** The most rules of a platform. */
export const MOST_RULES = 100

/** All rules of the platform; at most a hundred. */
export async function listRoutingRules(db: Database, platformId: string): Promise<RoutingRuleRow[]> {
  return db
    .select()
    .from(routingRules)
    .where(eq(routingRules.platformId, platformId))
    .orderBy(asc(routingRules.position), asc(routingRules.id))
}

const own = (platformId: string, id: string) => and(eq(routingRules.platformId, platformId), eq(routingRules.id, id))

export async function findRoutingRule(
  db: Database,
  platformId: string,
  id: string,
): Promise<RoutingRuleRow | undefined> {
  const [row] = await db.select().from(routingRules).where(own(platformId, id))
  return row
}

/** Without a position, the rule comes last. Undefined if the platform already has the most rules. */
export async function insertRoutingRule(db: Database, row: NewRoutingRuleRow): Promise<RoutingRuleRow | undefined> {
  return db.transaction(async (tx) => {
    // The lock serialises inserts. Otherwise two concurrent ones could both find room and get the same position.
    await tx.select({ id: platforms.id }).from(platforms).where(eq(platforms.id, row.platformId)).for('update')
    const [held] = await tx
      .select({ rules: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(${routingRules.position}), 0)` })
      .from(routingRules)
      .where(eq(routingRules.platformId, row.platformId))
    if (!held || held.rules >= MOST_RULES) return undefined
    const [inserted] = await tx
      .insert(routingRules)
      .values({ ...row, position: row.position ?? held.last + 1 })
      .returning()
    return inserted
  })
}

/** Undefined when the platform has no such rule. */
export async function changeRoutingRule(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewRoutingRuleRow>,
): Promise<RoutingRuleRow | undefined> {
  const [row] = await db
    .update(routingRules)
    .set({ ...change, updatedAt: sql`now()` })
    .where(own(platformId, id))
    .returning()
  return row
}

export async function deleteRoutingRule(db: Database, platformId: string, id: string): Promise<boolean> {
  const rows = await db.delete(routingRules).where(own(platformId, id)).returning({ id: routingRules.id })
  return rows.length === 1
}
