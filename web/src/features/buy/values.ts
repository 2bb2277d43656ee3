/** What a buyer types, and what is sent of it. */
import { brokenCardRules, type CardRule } from '../../../../domain/card-rules.ts'
import { brokenChargeRules, type ChargeRule } from '../../../../domain/charge-rules.ts'
import { defined } from '../../../../domain/defined.ts'
import { isEmail } from '../../../../domain/email.ts'
import { withoutHidden } from '../../../../domain/hidden-characters.ts'
import { LONGEST_TEXTS } from '../../../../domain/longest-texts.ts'
import { typedCards } from '../../../../domain/typed-card.ts'
import type { BuyersCharge, PaymentMethod, RequirableField } from '../../api/contract.ts'

export const FIELDS = [
  'name',
  'email',
  'document',
  'phone',
  'zipCode',
  'address',
  'number',
  'district',
  'city',
  'state',
  'cardNumber',
  'expiry',
  'cvv',
  'holderName',
] as const
export type FieldName = (typeof FIELDS)[number]
export type Values = Record<FieldName, string>

export const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Values

export const CARD_FIELDS: readonly FieldName[] = ['cardNumber', 'expiry', 'cvv', 'holderName']
const ADDRESS: readonly FieldName[] = ['zipCode', 'address', 'number', 'district', 'city', 'state']
const PERSON: readonly FieldName[] = ['name', 'email', 'document']

/** The fields that are asked, in their order. */
export function askedFields(paymentMethod: PaymentMethod, requires: readonly RequirableField[]): FieldName[] {
  const asksWhere = requires.some((field) => field.startsWith('address.'))
  const wanted = new Set([
    ...PERSON,
    ...(requires.includes('customer.phone') ? (['phone'] as const) : []),
    // Some providers require a part of it; a charge has the whole or none.
    ...(asksWhere ? ADDRESS : []),
    ...(paymentMethod === 'CREDIT_CARD' ? CARD_FIELDS : []),
  ])
  return FIELDS.filter((name) => wanted.has(name))
}

export type Mistake =
  | 'required'
  | 'email'
  | 'document'
  | 'phone'
  | 'zipCode'
  | 'state'
  | 'cardNumber'
  | 'expiry'
  | 'expired'
  | 'cvv'
  | 'holderName'
  | 'typedCard'
  | 'tooLong'
  | 'wrong'
export type Mistakes = Partial<Record<FieldName, Mistake>>

/** Where the form says that a rule is broken, and in which words; the rest are not about what a buyer types. */
const SAID_AT: Partial<Record<ChargeRule | CardRule, readonly [FieldName, Mistake]>> = {
  document: ['document', 'document'],
  phone: ['phone', 'phone'],
  zipCode: ['zipCode', 'zipCode'],
  state: ['state', 'state'],
  cardNumber: ['cardNumber', 'cardNumber'],
  holderName: ['holderName', 'holderName'],
  expMonth: ['expiry', 'expiry'],
  expYear: ['expiry', 'expiry'],
  expired: ['expiry', 'expired'],
  cvv: ['cvv', 'cvv'],
}

/**
 * What is sent of what was typed or pasted: the API refuses a character that is not seen, and a buyer could neither find nor delete it.
 */
export const sentOf = (values: Values): Values =>
  Object.fromEntries(FIELDS.map((name) => [name, withoutHidden(values[name])])) as Values

/** In characters, of the fields that take any text. */
export const LONGEST: Partial<Record<FieldName, number>> = LONGEST_TEXTS

const isTooLong = (name: FieldName, text: string) => [...text].length > (LONGEST[name] ?? Number.POSITIVE_INFINITY)

/** What each field has by itself, with the API's own rules, so that all of it is told at once. */
export function mistakesOf(values: Values, asked: readonly FieldName[]): Mistakes {
  const { name, document, phone, zipCode, address, number, district, city, state } = values
  const [expMonth = '', expYear = ''] = values.expiry.split('/')
  const broken = [
    ...brokenChargeRules({
      amount: 1,
      paymentMethod: 'PIX',
      customer: { document, phone },
      address: { zipCode, state },
    }),
    ...brokenCardRules({ ...values, holderDocument: document, expMonth, expYear }, new Date().toISOString()),
  ].flatMap(({ rule }) => (SAID_AT[rule] ? [SAID_AT[rule]] : []))
  const found: (readonly [FieldName, Mistake])[] = [
    ...(isEmail(values.email.trim()) ? [] : [['email', 'email'] as const]),
    ...broken,
    ...typedCards({ name, address, number, district, city }).map(
      (path) => [path.slice(1) as FieldName, 'typedCard'] as const,
    ),
    ...asked.filter((name) => isTooLong(name, values[name])).map((name) => [name, 'tooLong'] as const),
    ...asked.filter((name) => values[name].trim() === '').map((name) => [name, 'required'] as const),
  ]
  return Object.fromEntries(found.filter(([name]) => asked.includes(name)))
}

/** A field of which only the API says that it is wrong. */
const WORDS: Partial<Record<FieldName, Mistake>> = Object.fromEntries(
  Object.values(SAID_AT).filter(([name, mistake]) => name === mistake),
)

/** What the API found wrong, by the field that says it. */
export function mistakesAt(paths: readonly string[]): Mistakes {
  const names = paths.map((path) => path.split('/').at(-1) ?? '').map((name) => (/^exp/.test(name) ? 'expiry' : name))
  const known = names.filter((name): name is FieldName => (FIELDS as readonly string[]).includes(name))
  return Object.fromEntries(known.map((name) => [name, name === 'email' ? name : (WORDS[name] ?? 'wrong')]))
}

export interface Choice {
  paymentMethod: PaymentMethod
  installments: number
  quantity: number
  total: number
  token: string | undefined
  language: BuyersCharge['language']
}

export function toBody(values: Values, asked: readonly FieldName[], choice: Choice): BuyersCharge {
  const { paymentMethod, installments, quantity, total, token, language } = choice
  const { name, email, document, phone, cardNumber, expiry, cvv, holderName } = values
  const { zipCode, address, number, district, city, state } = values
  const [expMonth = '', expYear = ''] = expiry.split('/')
  const isCard = paymentMethod === 'CREDIT_CARD'
  return {
    paymentMethod,
    customer: {
      name,
      email: email.trim(),
      document,
      ...defined({ phone: asked.includes('phone') ? phone : undefined }),
    },
    ...defined({
      address: asked.includes('zipCode') ? { zipCode, address, number, district, city, state } : undefined,
    }),
    ...(isCard ? { card: { cardNumber, holderName, expMonth, expYear, cvv }, installments } : {}),
    total,
    ...defined({ quantity: quantity > 1 ? quantity : undefined, token, language }),
  }
}
