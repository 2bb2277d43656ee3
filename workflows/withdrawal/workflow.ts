/** A withdrawal: money that goes out to a seller. One that is given up is CANCELED. */
import type { PayoutStatus } from '../../domain/payout.ts'
import { disburse } from '../disbursement/workflow.ts'
import type { PayoutInput } from '../messages.ts'

export function withdrawal(input: PayoutInput): Promise<{ status: PayoutStatus }> {
  return disburse(input, 'withdrawal', 'CANCELED')
}
