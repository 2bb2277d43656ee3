/** A withdrawal: money that goes out to a seller. A cancelled withdrawal is CANCELED. */
import type { DisbursementStatus } from '../../domain/disbursement.ts'
import { disburse } from '../disbursement/workflow.ts'
import type { DisbursementInput } from '../messages.ts'

export function withdrawal(input: DisbursementInput): Promise<{ status: DisbursementStatus }> {
  return disburse(input, 'withdrawal', 'CANCELED')
}
