/** A refund: money that goes back to a buyer. One that is given up is REJECTED: the specification knows no other end. */
import type { DisbursementStatus } from '../../domain/disbursement.ts'
import { disburse } from '../disbursement/workflow.ts'
import type { DisbursementInput } from '../messages.ts'

export function refund(input: DisbursementInput): Promise<{ status: DisbursementStatus }> {
  return disburse(input, 'refund', 'REJECTED')
}
