/** What only some providers require: fields of a charge, named as in `POST /v1/charges`, what a receiver must have, and what its platform must. */
import type { PaymentMethod } from './payment-method.ts'
import type { Address } from './transaction.ts'

export const REQUIRABLE_FIELDS = [
  'customer.phone',
  'customerIp',
  'address.zipCode',
  'address.address',
  'address.number',
  'address.district',
  'address.city',
  'address.state',
] as const
export type RequirableField = (typeof REQUIRABLE_FIELDS)[number]

export type Requirements = Readonly<Partial<Record<PaymentMethod, readonly RequirableField[]>>>

/**
 * What only some providers require of a new receiver: a company (`cnpj`), its monthly income, its scanned papers, what is registered of an
 * individual or of a company and its partners.
 */
export const RECEIVER_REQUIREMENTS = ['cnpj', 'income', 'documents', 'registration'] as const
export type ReceiverRequirement = (typeof RECEIVER_REQUIREMENTS)[number]

/** The platform's settings that only some providers rest on, named as in `PATCH /v1/platforms/:id`. */
export const PLATFORM_SETTINGS = ['certCashInUrl', 'certCashOutUrl', 'privateKey', 'defaultReceiverId'] as const
export type PlatformSetting = (typeof PLATFORM_SETTINGS)[number]

/** The payer's address, as a registered boleto needs it. */
export const WHOLE_ADDRESS = [
  'address.zipCode',
  'address.address',
  'address.number',
  'address.district',
  'address.city',
  'address.state',
] as const satisfies readonly RequirableField[]

/** The fields of a new charge that requirements use. */
export interface RequirementsDraft {
  customer: { phone?: string }
  customerIp?: string
  address?: Address
}

const READ = {
  'customer.phone': ({ customer }) => customer.phone,
  customerIp: ({ customerIp }) => customerIp,
  'address.zipCode': ({ address }) => address?.zipCode,
  'address.address': ({ address }) => address?.address,
  'address.number': ({ address }) => address?.number,
  'address.district': ({ address }) => address?.district,
  'address.city': ({ address }) => address?.city,
  'address.state': ({ address }) => address?.state,
} as const satisfies Record<RequirableField, (draft: RequirementsDraft) => string | undefined>

/** Every required field that the charge lacks, in the order of the requirement. */
export function missingFields(draft: RequirementsDraft, required: readonly RequirableField[]): RequirableField[] {
  return required.filter((field) => !READ[field](draft)?.trim())
}
