/** What some providers register of an individual, or of a company and its partners, and its rules. Pure, for the forms that ask for it. */
import { isValidCpf, isValidPhone } from '@brazilian-utils/brazilian-utils'
import { isEmail } from './email.ts'

export interface RegisteredPerson {
  /** With the area code. */
  mobilePhone: string
  /** YYYY-MM-DD. */
  birthDate: string
  /** A month's, in reais. */
  incomeValue: number
  professionalOccupation: string
}

export interface RegisteredPartner extends RegisteredPerson {
  name: string
  email: string
  /** A CPF. */
  document: string
}

export interface RegisteredCompany {
  mobilePhone: string
  tradingName: string
  /** In reais. */
  annualRevenue: number
  managingPartners: RegisteredPartner[]
}

export type RegistrationRule = 'required' | 'phone' | 'birthDate' | 'amount' | 'email' | 'cpf'

export interface BrokenRegistration {
  /** A JSON Pointer into what is registered. */
  path: string
  rule: RegistrationRule
}

/** Every rule that it breaks. @param today YYYY-MM-DD. */
export function brokenRegistration(
  registered: RegisteredPerson | RegisteredCompany,
  today: string,
): BrokenRegistration[] {
  if (!('managingPartners' in registered)) return brokenPerson(registered, today)
  const { mobilePhone, tradingName, annualRevenue, managingPartners } = registered
  return [
    ...broken([
      [!isValidPhone(mobilePhone), '/mobilePhone', 'phone'],
      [tradingName === '', '/tradingName', 'required'],
      [!(annualRevenue > 0), '/annualRevenue', 'amount'],
    ]),
    ...managingPartners.flatMap((partner, index) =>
      brokenPartner(partner, today).map(({ path, rule }) => ({ path: `/managingPartners/${index}${path}`, rule })),
    ),
  ]
}

function brokenPartner(partner: RegisteredPartner, today: string): BrokenRegistration[] {
  return [
    ...broken([
      [partner.name === '', '/name', 'required'],
      [!isEmail(partner.email), '/email', 'email'],
      [!isValidCpf(partner.document), '/document', 'cpf'],
    ]),
    ...brokenPerson(partner, today),
  ]
}

/** A year before it was typed wrong. */
const EARLIEST = '1900-01-01'

function brokenPerson(person: RegisteredPerson, today: string): BrokenRegistration[] {
  const { mobilePhone, birthDate, incomeValue, professionalOccupation } = person
  return broken([
    [!isValidPhone(mobilePhone), '/mobilePhone', 'phone'],
    [birthDate < EARLIEST || birthDate >= today, '/birthDate', 'birthDate'],
    [!(incomeValue > 0), '/incomeValue', 'amount'],
    [professionalOccupation === '', '/professionalOccupation', 'required'],
  ])
}

function broken(rules: [isBroken: boolean, path: string, rule: RegistrationRule][]): BrokenRegistration[] {
  return rules.flatMap(([isBroken, path, rule]) => (isBroken ? [{ path, rule }] : []))
}
