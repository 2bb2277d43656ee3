/** A charge once more: what was sold, to whom and how. Its reference, its card and its address are not repeated. */
import type { Charge } from '../../api/contract.ts'
import { toRows } from '../metadata/values.ts'
import { customerFields } from './for-customer.ts'
import { type ChargeForm, EMPTY_FORM, NEW_SPLIT } from './form-values.ts'

export function formOf(charge: Charge): ChargeForm {
  const { items, customer, paymentMethod, description, splits, metadata, providerAccountId: accountId } = charge
  return {
    ...EMPTY_FORM,
    items: items.map(({ title, unitPrice, quantity }) => ({ title, unitPrice, quantity })),
    customer: customerFields(customer),
    paymentMethod,
    description: description ?? '',
    splits: splits.map((split) => ({ ...NEW_SPLIT, ...split, accountId })),
    metadata: toRows(metadata),
  }
}
