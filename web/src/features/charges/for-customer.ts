/** A form filled in with who bought before, and where it went the last time. */
import type { Charge } from '../../api/contract.ts'
import { maskDocument, maskPhone, maskZipCode } from '../../ui/masks.ts'
import { type ChargeForm, EMPTY_FORM } from './form-values.ts'

/** Who bought, as the form has it. */
export const customerFields = ({ name, email, document, phone = '' }: Charge['customer']): ChargeForm['customer'] => ({
  name,
  email,
  document: maskDocument(document),
  phone: maskPhone(phone),
})

/** @param charges theirs, the newest first: few of them have an address. */
export function formFor(customer: Charge['customer'], charges: readonly Pick<Charge, 'address'>[]): ChargeForm {
  const last = charges.find(({ address }) => address !== null)?.address
  return {
    ...EMPTY_FORM,
    customer: customerFields(customer),
    address: last ? { ...last, zipCode: maskZipCode(last.zipCode) } : EMPTY_FORM.address,
  }
}
