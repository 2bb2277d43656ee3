/** Who buys what, and where it goes: as a charge's row keeps what a request says of it. */
import { isDeepStrictEqual } from 'node:util'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { barePhone } from '../../domain/charge-rules.ts'
import { defined } from '../../domain/defined.ts'
import { bareDocument } from '../../domain/document.ts'
import { cents } from '../../domain/money.ts'
import type { NewCharge } from '../schemas/charge.ts'

type Purchase = Pick<ChargeRow, 'customer' | 'items'> & Pick<ChargeRow['extras'], 'address'>

export const purchaseOf = ({ customer, address, ...sold }: NewCharge): Purchase => ({
  customer: {
    name: customer.name,
    email: customer.email,
    document: bareDocument(customer.document),
    ...defined({ phone: customer.phone === undefined ? undefined : barePhone(customer.phone) }),
  },
  items: itemsOf(sold),
  ...defined({
    address: address && { ...address, zipCode: address.zipCode.replace(/\D/g, ''), state: address.state.toUpperCase() },
  }),
})

/** Providers want at least one item; a charge without any is one item of the whole amount. */
function itemsOf({ items, description, amount }: Pick<NewCharge, 'items' | 'description' | 'amount'>) {
  if (!items?.length)
    return [{ title: description ?? 'Cobrança', unitPrice: cents(amount), quantity: 1, tangible: false }]
  return items.map((item) => ({ ...item, unitPrice: cents(item.unitPrice), tangible: item.tangible ?? false }))
}

/** Whether what is asked for is what the charge is already, however it is written or its items are called by now. */
export function asksTheSame(charge: ChargeRow, asked: NewCharge): boolean {
  const comes = ({ customer, address, items }: Purchase) => ({
    customer,
    address,
    items: items.map(({ quantity, unitPrice }) => ({ quantity, unitPrice })),
  })
  const { customer, items, extras } = charge
  const known = comes({ customer, items, ...defined({ address: extras.address }) })
  return asked.paymentMethod === charge.paymentMethod && isDeepStrictEqual(known, comes(purchaseOf(asked)))
}
