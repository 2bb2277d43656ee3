/** What a provider says of a charge that its life does not allow, and that is about money all the same. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../client.ts'
import { chargeEvents, charges } from '../../schema/index.ts'
import { withReasons } from '../movement/attention-reasons.ts'

/**
 * Part of the money went back to the buyer, and not by our refunds: an operator is told once of each sum. The event and the
 * reason are one statement: whoever finds the one finds the other.
 */
export async function noteReturn(
  db: Queryable,
  chargeId: string,
  { returned, cause }: { returned: number; cause: 'webhook' | 'poll' },
): Promise<boolean> {
  const reason = 'returnedInPart'
  const said = JSON.stringify({ returned, reason, status: 'REFUNDED' })
  const noted = await db.execute<{ id: string }>(sql`
    WITH event AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, ${`${reason}/${returned}`}, 'needsAttention', ${cause}, ${said}::jsonb
      FROM ${charges} WHERE ${charges.id} = ${chargeId}
      ON CONFLICT (charge_id, key) DO NOTHING
      RETURNING charge_id
    )
    UPDATE ${charges} SET
      attention_reasons = ${withReasons(charges.attentionReasons, [reason])},
      updated_at = now()
    FROM event WHERE ${charges.id} = event.charge_id
    RETURNING ${charges}.id`)
  return noted.length > 0
}
