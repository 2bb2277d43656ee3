/** What a form says for one provider and no other: its values, what is sent of them as `providerData`, and what is wrong with them. */
import { dayOf } from '../../../../domain/analytics.ts'
import { barePhone } from '../../../../domain/charge-rules.ts'
import { bareDocument } from '../../../../domain/document.ts'
import {
  brokenRegistration,
  type RegisteredCompany,
  type RegisteredPartner,
  type RegisteredPerson,
} from '../../../../domain/registration-rules.ts'
import type { ReceiverRequirement } from '../../../../domain/requirements.ts'
import { cents, toReais } from '../../api/contract.ts'
import { typedType } from './typed-type.ts'

interface PersonValues {
  mobilePhone: string
  /** YYYY-MM-DD, empty, or null while what stands there is no day. */
  birthDate: string | null
  /** A month's, in cents. */
  incomeValue: number
  professionalOccupation: string
}

interface PartnerValues extends PersonValues {
  name: string
  email: string
  document: string
}

/** Named as in `providerData`, so that what the API says of a part is shown at its field. */
export interface ProviderValues extends PersonValues {
  tradingName: string
  /** In cents. */
  annualRevenue: number
  managingPartners: PartnerValues[]
}

const NO_PERSON: PersonValues = { mobilePhone: '', birthDate: '', incomeValue: 0, professionalOccupation: '' }
export const NEW_PARTNER: PartnerValues = { ...NO_PERSON, name: '', email: '', document: '' }
export const NO_PROVIDER_VALUES: ProviderValues = {
  ...NO_PERSON,
  tradingName: '',
  annualRevenue: 0,
  managingPartners: [NEW_PARTNER],
}

interface Asked {
  requires: readonly ReceiverRequirement[]
  /** Of a company other things are asked than of an individual. */
  document: string
  providerData: ProviderValues
}

/** Undefined for a provider that asks for nothing of its own. */
export function toProviderData(asked: Asked): Record<string, unknown> | undefined {
  const { requires, providerData } = asked
  if (requires.includes('registration')) return { ...toRegistered(asked) }
  return requires.includes('income') ? { incomeValue: inReais(providerData.incomeValue) } : undefined
}

/** Where what the provider asks for is missing or wrong, with the name of the rule. */
export function brokenProviderData(asked: Asked): [name: string, type: string][] {
  const { requires, providerData } = asked
  if (requires.includes('registration')) {
    return brokenRegistration(toRegistered(asked), dayOf(new Date().toISOString())).map(({ path, rule }) => [
      `providerData${path.replaceAll('/', '.')}`,
      rule,
    ])
  }
  return requires.includes('income') && providerData.incomeValue === 0 ? [['providerData.incomeValue', 'amount']] : []
}

function toRegistered({ document, providerData }: Asked): RegisteredPerson | RegisteredCompany {
  if (typedType(document) === 'CPF') return toPerson(providerData)
  const { mobilePhone, tradingName, annualRevenue, managingPartners } = providerData
  return {
    mobilePhone: barePhone(mobilePhone),
    tradingName: tradingName.trim(),
    annualRevenue: inReais(annualRevenue),
    managingPartners: managingPartners.map(toPartner),
  }
}

function toPartner({ name, email, document, ...person }: PartnerValues): RegisteredPartner {
  return { name: name.trim(), email: email.trim(), document: bareDocument(document), ...toPerson(person) }
}

function toPerson({ mobilePhone, birthDate, incomeValue, professionalOccupation }: PersonValues): RegisteredPerson {
  return {
    mobilePhone: barePhone(mobilePhone),
    birthDate: birthDate ?? '',
    incomeValue: inReais(incomeValue),
    professionalOccupation: professionalOccupation.trim(),
  }
}

const inReais = (amount: number): number => toReais(cents(amount))
