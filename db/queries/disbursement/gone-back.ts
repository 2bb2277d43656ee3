/** Which refunds may have given the buyer the money. */
import { eq, inArray, or } from 'drizzle-orm'
import { MAY_HAVE_GONE_BACK } from '../../../domain/refund.ts'
import { disbursements } from '../../schema/index.ts'

export const mayHaveGoneBack = or(
  inArray(disbursements.status, MAY_HAVE_GONE_BACK),
  eq(disbursements.statusUnmapped, true),
)
