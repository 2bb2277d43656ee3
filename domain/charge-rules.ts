/** Rules between the fields of a new charge, beyond their formats. Pure, so that forms can use them too. */
import { getStates, isValidCep, isValidPhone } from '@brazilian-utils/brazilian-utils'
import { isDocument } from './document.ts'
import { addPercentage, type Cents, type Currency } from './money.ts'
import type { PaymentMethod } from './payment-method.ts'

export const CHARGE_RULES = {
  document: 'Not a valid CPF or CNPJ',
  phone: 'Not a Brazilian phone number with area code',
  zipCode: 'Not a valid CEP',
  state: 'Not a Brazilian state',
  installments: 'Only a credit card can be paid in installments',
  currency: 'Only reais can be charged by this payment method',
  splitPercentage: 'The percentages add up to more than 100',
  splitAmount: 'The fixed amounts add up to more than the charge',
  splitTotal: 'The splits together add up to more than the charge',
} as const
export type ChargeRule = keyof typeof CHARGE_RULES

export interface BrokenRule {
  /** JSON Pointer. */
  path: string
  rule: ChargeRule
  message: string
}

/** The fields of a new charge that the rules use. */
export interface ChargeDraft {
  amount: number
  paymentMethod: PaymentMethod
  currency?: Currency
  installments?: number
  customer: { document: string; phone?: string }
  userDocument?: string
  address?: { zipCode: string; state: string }
  splits?: readonly { amount: number; type: 'PERCENTAGE' | 'FIXED' }[]
}

/** Every rule that the draft breaks; empty if it may be charged. */
export function brokenChargeRules(draft: ChargeDraft): BrokenRule[] {
  const { customer, address, paymentMethod } = draft
  const splits = draft.splits ?? []
  const total = (type: 'PERCENTAGE' | 'FIXED') =>
    splits.filter((split) => split.type === type).reduce((sum, split) => sum + split.amount, 0)

  const [percentage, fixed] = [total('PERCENTAGE'), total('FIXED')]
  const isEachAlone = percentage >= 0 && percentage <= 100 && fixed <= draft.amount
  const isTooMuch = isEachAlone && fixed + addPercentage(draft.amount as Cents, percentage) > 2 * draft.amount

  const broken: [boolean, string, ChargeRule][] = [
    [!isDocument(customer.document), '/customer/document', 'document'],
    [customer.phone !== undefined && !isValidPhone(customer.phone), '/customer/phone', 'phone'],
    [draft.userDocument !== undefined && !isDocument(draft.userDocument), '/userDocument', 'document'],
    [address !== undefined && !isValidCep(address.zipCode), '/address/zipCode', 'zipCode'],
    [address !== undefined && !isState(address.state), '/address/state', 'state'],
    [paymentMethod !== 'CREDIT_CARD' && (draft.installments ?? 1) > 1, '/installments', 'installments'],
    [paymentMethod !== 'CREDIT_CARD' && (draft.currency ?? 'BRL') !== 'BRL', '/currency', 'currency'],
    [percentage > 100, '/splits', 'splitPercentage'],
    [fixed > draft.amount, '/splits', 'splitAmount'],
    [isTooMuch, '/splits', 'splitTotal'],
  ]
  return broken.flatMap(([isBroken, path, rule]) => (isBroken ? [{ path, rule, message: CHARGE_RULES[rule] }] : []))
}

/** Digits with the area code, without the country code. */
export function barePhone(value: string): string {
  const digits = value.replace(/\D/g, '')
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits
}

const isState = (value: string) => getStates().some(({ code }) => code === value.toUpperCase())
