/** What PAGAR.ME demands of an order, a buyer and a recipient. */
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import {
  type FieldRule,
  fieldsOf,
  firstBroken,
  isEmail,
  isPositiveWhole,
  isText,
  isTextUpTo,
  itemsOf,
  matches,
  optional,
} from '../checks.ts'
import type { Fields, Method } from '../provider.ts'

export const METHODS: Readonly<Record<string, Method>> = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' }

const isOneOf = (words: readonly string[]) => (value: unknown) => words.includes(String(value))

export const ORDER_RULES: readonly FieldRule[] = [
  { field: 'code', valid: optional(isTextUpTo(52)), message: 'The field code must have up to 52 characters.' },
  { field: 'items', valid: isItems, message: 'The items must have an amount, a description and a quantity.' },
  { field: 'payment.payment_method', valid: isOneOf(Object.keys(METHODS)), message: 'The payment method is invalid.' },
  { field: 'payment.split', valid: optional(isSplits), message: 'The split is invalid.' },
]
export const BUYER_RULES: readonly FieldRule[] = [
  { field: 'customer.name', valid: isTextUpTo(64), message: 'The name field is required.' },
  { field: 'customer.email', valid: isEmail, message: 'The email field is not a valid e-mail address.' },
  { field: 'customer.document', valid: isDocument, message: 'The number is not valid.' },
  { field: 'customer.type', valid: isOneOf(['individual', 'company']), message: 'The type field is invalid.' },
]
export const PARTICULAR_RULES: Readonly<Record<string, readonly FieldRule[]>> = {
  pix: [
    {
      field: 'payment.pix.expires_in',
      valid: isPositiveWhole,
      message: 'The field expires_in must be greater than 0.',
    },
  ],
  boleto: [{ field: 'payment.boleto.due_at', valid: isInstant, message: 'The field due_at is not a date.' }],
  credit_card: [
    {
      field: 'payment.credit_card.installments',
      valid: isPositiveWhole,
      message: 'The field installments is invalid.',
    },
    {
      field: 'payment.credit_card.statement_descriptor',
      valid: optional(matches(/^[A-Za-z0-9 ]{1,13}$/)),
      message: 'The field statement_descriptor is invalid.',
    },
  ],
}
const RECIPIENT_RULES: readonly FieldRule[] = [
  { field: 'name', valid: isText, message: 'The name field is required.' },
  { field: 'document', valid: isDocument, message: 'The document field is invalid.' },
  { field: 'type', valid: isOneOf(['individual', 'company']), message: 'The type field is invalid.' },
  ...['holder_name', 'holder_document', 'bank', 'branch_number', 'account_number', 'account_check_digit'].map(
    (name): FieldRule => ({
      field: `default_bank_account.${name}`,
      valid: isText,
      message: `The ${name} field is required.`,
    }),
  ),
  {
    field: 'default_bank_account.type',
    valid: isOneOf(['checking', 'savings']),
    message: 'The type field is invalid.',
  },
  {
    field: 'transfer_settings.transfer_interval',
    valid: isOneOf(['Daily', 'Weekly', 'Monthly']),
    message: 'The transfer_interval field is invalid.',
  },
  {
    field: 'transfer_settings.transfer_enabled',
    valid: (value) => typeof value === 'boolean',
    message: 'The transfer_enabled field is required.',
  },
]

const ADDRESS = [
  'street',
  'street_number',
  'complementary',
  'reference_point',
  'neighborhood',
  'city',
  'state',
  'zip_code',
]

/** What its new contract asks of each recipient. */
const REGISTRATION_RULES: readonly FieldRule[] = [
  ...['email', 'document'].map((name) => registered(name, isText)),
  registered('type', isOneOf(['individual', 'corporation'])),
  registered('phone_numbers', isPhones),
]

/** The same of an individual, who may be a company's partner. */
const PERSON_RULES: readonly FieldRule[] = [
  registered('name', isText),
  registered('birthdate', matches(/^\d\d\/\d\d\/\d{4}$/)),
  registered('monthly_income', isPositiveWhole),
  registered('professional_occupation', isText),
  ...addressRules('address'),
]

const COMPANY_RULES: readonly FieldRule[] = [
  ...['company_name', 'trading_name'].map((name) => registered(name, isText)),
  registered('annual_revenue', isPositiveWhole),
  ...addressRules('main_address'),
  registered('managing_partners', isPartners),
]

export const recipientRules = ({ register_information }: Fields): readonly FieldRule[] => [
  ...RECIPIENT_RULES,
  ...REGISTRATION_RULES,
  ...(fieldsOf(register_information).type === 'individual' ? PERSON_RULES : COMPANY_RULES),
]

function addressRules(place: string): FieldRule[] {
  return ADDRESS.map((name) => registered(`${place}.${name}`, isText))
}

function registered(name: string, valid: FieldRule['valid']): FieldRule {
  const field = `register_information.${name}`
  return { field, valid, message: `The ${name.split('.').at(-1)} field is required.` }
}

function isPhones(value: unknown): boolean {
  const isPhone = ({ ddd, number, type }: Fields) =>
    matches(/^\d{2}$/)(ddd) && matches(/^\d{8,9}$/)(number) && isText(type)
  return itemsOf(value).length > 0 && itemsOf(value).every(isPhone)
}

function isPartners(value: unknown): boolean {
  const isPartner = (partner: Fields) =>
    partner.type === 'individual' &&
    isEmail(partner.email) &&
    isText(partner.document) &&
    isValidCpf(partner.document) &&
    typeof partner.self_declared_legal_representative === 'boolean' &&
    firstBroken({ register_information: partner }, [...REGISTRATION_RULES, ...PERSON_RULES]) === undefined
  return itemsOf(value).length > 0 && itemsOf(value).every(isPartner)
}

function isItems(value: unknown): boolean {
  const items = itemsOf(value)
  return (
    items.length > 0 &&
    items.every(
      ({ amount, description, quantity }) =>
        isPositiveWhole(amount) && isText(description) && isPositiveWhole(quantity),
    )
  )
}

function isSplits(value: unknown): boolean {
  return itemsOf(value).every(
    ({ type, amount, recipient_id }) =>
      isOneOf(['flat', 'percentage'])(type) && isPositiveWhole(amount) && isText(recipient_id),
  )
}

function isDocument(value: unknown): boolean {
  return isText(value) && (isValidCpf(value) || isValidCnpj(value, { version: 2 }))
}

function isInstant(value: unknown): boolean {
  return isText(value) && !Number.isNaN(Date.parse(value))
}
