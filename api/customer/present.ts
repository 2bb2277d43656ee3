/** Customers as the contract shows them; what is not named here does not leave. */
import type { CustomerRow } from '../../db/queries/customer/read.ts'
import { defined } from '../../domain/defined.ts'
import type { KnownCustomer } from '../schemas/customer.ts'
import { iso } from '../time.ts'

export function presentCustomer({ id, contact, totals, lastChargeAt, createdAt }: CustomerRow): KnownCustomer {
  const { name, email, document, phone } = contact
  return {
    id,
    name,
    email,
    document,
    ...defined({ phone }),
    totals,
    lastChargeAt: iso(lastChargeAt),
    createdAt: iso(createdAt),
  }
}
