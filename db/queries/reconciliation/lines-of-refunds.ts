/** Which refunds a statement can list under lines of their own. In a statement on `disbursements`; withdrawals have such lines. */
import { sql } from 'drizzle-orm'

/** Some providers give a refund the id of its transaction, and list both under that. */
export const hasOwnLine = sql<boolean>`NOT EXISTS (SELECT FROM payments refunded
  WHERE refunded.id = disbursements.payment_id AND refunded.transaction_id = disbursements.external_id)`

/** A refund that has no id but our reference: only a statement that names our references can list it. */
export const isNamedByUs = sql<boolean>`(disbursements.kind = 'refund' AND EXISTS (SELECT FROM disbursement_attempts attempt
  WHERE attempt.disbursement_id = disbursements.id AND attempt.reference = disbursements.external_id))`
