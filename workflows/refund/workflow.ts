/** A refund: money that goes back to a buyer. A cancelled refund is REJECTED, because refunds have no other final status. */
import type { DisbursementStatus } from '../../domain/disbursement.ts'
import { disburse } from '../disbursement/workflow.ts'
import type { DisbursementInput } from '../messages.ts'

export function refund(input: DisbursementInput): Promise<{ status: DisbursementStatus }> {
  return disburse(input, 'refund', 'REJECTED')
}
