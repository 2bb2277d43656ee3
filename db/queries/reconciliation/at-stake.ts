/** What is at stake in a difference. In a statement on `reconciliation_items`. */
import { sql } from 'drizzle-orm'

/**
 * Integer cents: of another amount, what differs, in what was paid and in what went back; otherwise the whole amount. Null if neither side
 * names one.
 */
export const amountAtStake = sql`CASE kind
  WHEN 'amount' THEN abs(coalesce((theirs->>'amount')::bigint - (ours->>'amount')::bigint, 0)
    - coalesce((theirs->>'returned')::bigint - (ours->>'returned')::bigint, 0))
  ELSE coalesce((ours->>'amount')::bigint, (theirs->>'amount')::bigint) END`
