/** What all statements of an account list of a withdrawal: it may come back in a later one than the one it left in. */
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { statementLines } from '../../schema/index.ts'

/**
 * The largest amount that left in one line, as `disbursement_agrees` has it, of those transactions of which one did. By index for each name.
 * @param references our references to them, under which lines may stand too.
 */
export async function leftInLines(
  tx: Queryable,
  accountId: string,
  transactionIds: readonly string[],
  references: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, number>> {
  const names = transactionIds.flatMap((id) => [id, ...(references.get(id) ?? [])].map((name) => ({ id, name })))
  if (names.length === 0) return new Map()
  const rows = await tx.execute<{ id: string; most: string }>(sql`
    SELECT named.id, max(-line.amount) AS most
    FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS named (id text, name text) CROSS JOIN LATERAL (
      SELECT amount FROM ${statementLines}
      WHERE provider_account_id = ${accountId} AND transaction_id = named.name AND amount < 0 OFFSET 0) line
    GROUP BY named.id`)
  return new Map(rows.map(({ id, most }) => [id, Number(most)]))
}
