/** What became of an operator's decision, as the movement's history tells. */
import { sql } from 'drizzle-orm'
import { type DecisionAnswer, decisionKey, type VoidReason } from '../../../domain/decision.ts'
import type { Queryable } from '../../client.ts'
import type { MovementTables } from './tables.ts'

/** @returns undefined while it has left no row. */
export async function findDecision(
  db: Queryable,
  { rows, events, owner }: MovementTables,
  { platformId, id }: { platformId: string; id: string },
  decisionId: string,
): Promise<DecisionAnswer | undefined> {
  const [decided] = await db.execute<{ why: VoidReason | null }>(sql`
    SELECT ${events.detail} ->> 'why' AS why
    FROM ${events} JOIN ${rows} ON ${rows.id} = ${owner}
    WHERE ${owner} = ${id} AND ${rows.platformId} = ${platformId} AND ${events.key} = ${decisionKey(decisionId)}`)
  if (!decided) return undefined
  return decided.why === null ? { became: 'carriedOut' } : { became: 'void', why: decided.why }
}
