/** Which refunds and withdrawals may still end in another way. */
import { eq, or } from 'drizzle-orm'
import { disbursements } from '../../schema/index.ts'
import { disbursementWaits } from '../movement/statuses.ts'

/** Without an end, or with one that only an unmapped word gave. */
export const mayStillEnd = () => or(disbursementWaits(disbursements.status), eq(disbursements.statusUnmapped, true))
