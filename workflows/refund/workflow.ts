/** A refund: money that goes back to a buyer. One that is given up is REJECTED: the specification knows no other end. */
import type { PayoutStatus } from '../../domain/payout.ts'
import { disburse } from '../disbursement/workflow.ts'
import type { PayoutInput } from '../messages.ts'

export function refund(input: PayoutInput): Promise<{ status: PayoutStatus }> {
  return disburse(input, 'refund', 'REJECTED')
}
