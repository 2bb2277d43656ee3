/**
 * What PAGAR.ME has to know of a recipient since December 2024
 * (https://docs.pagar.me/page/novas-regras-para-cria%C3%A7%C3%A3o-de-sellers-de-marketplace-c-v5). What a receiver's request has no field
 * for is said in its `providerData`; what is missing there is left out, and the provider names it.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { ourMessage } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { ReceiverRequest } from '../../../domain/receiver.ts'

const Said = Type.Optional(Type.String())
const Person = {
  /** With the area code, digits alone. */
  mobilePhone: Said,
  /** `YYYY-MM-DD`. */
  birthDate: Said,
  /** A month's, in reais. */
  incomeValue: Type.Optional(Type.Number()),
  professionalOccupation: Said,
}
const Place = { complement: Said, referencePoint: Said }
const Partner = Type.Object({ ...Person, name: Said, email: Said, document: Said })
const ProviderData = Type.Object({
  ...Person,
  ...Place,
  tradingName: Said,
  /** In reais. */
  annualRevenue: Type.Optional(Type.Number()),
  managingPartners: Type.Optional(Type.Array(Partner)),
})
type ProviderData = Static<typeof ProviderData>

/**
 * @returns the `register_information` of an individual or a company. A company's partners are registered at its address.
 * @throws ProviderError InvalidRequest for `providerData` of another shape.
 */
export function registration(request: ReceiverRequest): object {
  const { name, email, document, documentType, providerData } = request
  const data = understood(providerData ?? {})
  const address = toAddress(request.address, data)
  const known = { email, document, phone_numbers: toPhones(data) }
  if (documentType === 'CPF') return { ...known, type: 'individual', name, ...toPerson(data), address }
  return {
    ...known,
    type: 'corporation',
    company_name: name,
    trading_name: data.tradingName ?? name,
    annual_revenue: wholeReais(data.annualRevenue),
    main_address: address,
    managing_partners: data.managingPartners?.map((partner) => ({
      type: 'individual',
      name: partner.name,
      email: partner.email,
      document: partner.document,
      phone_numbers: toPhones(partner),
      ...toPerson(partner),
      self_declared_legal_representative: true,
      address,
    })),
  }
}

function understood(said: unknown): ProviderData {
  if (Value.Check(ProviderData, said)) return said
  const [problem] = Value.Errors(ProviderData, said)
  const where = problem ? `${problem.instancePath || '/'} ${problem.message}` : 'unreadable'
  const path = `/providerData${problem?.instancePath ?? ''}`
  throw new ProviderError('InvalidRequest', ourMessage('otherProviderData', { where }), { path })
}

function toPerson({ birthDate, incomeValue, professionalOccupation }: ProviderData) {
  return {
    birthdate: birthDate?.split('-').toReversed().join('/'),
    monthly_income: wholeReais(incomeValue),
    professional_occupation: professionalOccupation,
  }
}

/** Its SDK takes no part of a real; what is declared is an estimate, and not made smaller. */
function wholeReais(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.ceil(value)
}

function toPhones({ mobilePhone: phone }: ProviderData) {
  return phone && [{ ddd: phone.slice(0, 2), number: phone.slice(2), type: 'mobile' }]
}

/** Each of its fields has to be there. */
function toAddress(address: ReceiverRequest['address'], { complement, referencePoint }: ProviderData) {
  return {
    street: address.street,
    street_number: address.number,
    complementary: complement ?? NONE,
    reference_point: referencePoint ?? NONE,
    neighborhood: address.district,
    city: address.city,
    state: address.state,
    zip_code: address.zipcode,
  }
}

const NONE = 'Não informado'
