/** The form as one fills it in, and the request that it becomes. */
import { typeboxResolver } from '@hookform/resolvers/typebox'
import type { Resolver } from 'react-hook-form'
import { set } from 'react-hook-form'
import { brokenCardRules } from '../../../../domain/card-rules.ts'
import { brokenChargeRules } from '../../../../domain/charge-rules.ts'
import { defined } from '../../../../domain/defined.ts'
import { missingFields } from '../../../../domain/requirements.ts'
import { typedCards } from '../../../../domain/typed-card.ts'
import type { NewCard, PaymentMethod } from '../../api/contract.ts'
import { NewCharge } from '../../api/schemas.ts'
import { fieldAt } from '../../ui/field-at.ts'
import { nameMissing } from '../../ui/missing-fields.ts'
import { toMetadata, type WithMetadata, withWrongKeys } from '../metadata/values.ts'
import { type Accounts, requiredFields } from './requirements.ts'

export interface ChargeForm extends WithMetadata {
  items: { title: string; unitPrice: number; quantity: number }[]
  customer: { name: string; email: string; document: string; phone: string }
  paymentMethod: PaymentMethod
  providerAccountId: string | null
  card: { cardNumber: string; holderName: string; holderDocument: string; expiry: string; cvv: string }
  installments: number
  orderId: string
  description: string
  webhookUrl: string
  address: { zipCode: string; address: string; number: string; district: string; city: string; state: string }
  splits: SplitForm[]
}

export interface SplitForm {
  recipientId: string
  /** The provider account of the receiver; null where it is not known. */
  accountId: string | null
  type: 'PERCENTAGE' | 'FIXED'
  /** Cents when FIXED, whole percent when PERCENTAGE. */
  amount: number
  liable: boolean
  chargeProcessingFee: boolean
  chargeRemainder: boolean
}

export const NEW_SPLIT: SplitForm = {
  recipientId: '',
  accountId: null,
  type: 'PERCENTAGE',
  amount: 0,
  liable: false,
  chargeProcessingFee: false,
  chargeRemainder: false,
}

/** What is sent: the card first, by itself, because only what stands for it may travel with the charge. */
export interface Submission {
  charge: NewCharge
  card?: NewCard
}

export const EMPTY_FORM: ChargeForm = {
  items: [{ title: '', unitPrice: 0, quantity: 1 }],
  customer: { name: '', email: '', document: '', phone: '' },
  paymentMethod: 'PIX',
  providerAccountId: null,
  card: { cardNumber: '', holderName: '', holderDocument: '', expiry: '', cvv: '' },
  installments: 1,
  orderId: '',
  description: '',
  webhookUrl: '',
  address: { zipCode: '', address: '', number: '', district: '', city: '', state: '' },
  splits: [],
  metadata: [],
}

/** Integer cents, as far as they can be counted. A quantity that is none yet, or never can be one, counts nothing. */
export function totalOf(items: ChargeForm['items']): number {
  const isQuantity = (quantity: number) => Number.isSafeInteger(quantity) && quantity > 0
  const sum = items.reduce((sum, { unitPrice, quantity }) => sum + (isQuantity(quantity) ? unitPrice * quantity : 0), 0)
  return Math.min(sum, Number.MAX_SAFE_INTEGER)
}

/** An address counts once any of it is filled in. */
export const hasAddress = ({ address }: Pick<ChargeForm, 'address'>): boolean =>
  Object.values(address).some((text) => text.trim() !== '')

/** What was left empty is left out. */
export function toNewCharge({ customer, address, ...form }: ChargeForm): NewCharge {
  const { phone, ...person } = customer
  return {
    amount: totalOf(form.items),
    paymentMethod: form.paymentMethod,
    ...defined({ installments: form.paymentMethod === 'CREDIT_CARD' ? form.installments : undefined }),
    items: form.items.map((item) => ({ ...item, title: item.title.trim() })),
    customer: {
      name: person.name.trim(),
      email: person.email.trim(),
      document: person.document,
      ...optional('phone', phone),
    },
    ...defined({
      address: hasAddress({ address }) ? { ...address, state: address.state.trim().toUpperCase() } : undefined,
      providerAccountId: form.providerAccountId || undefined,
    }),
    ...optional('orderId', form.orderId),
    ...optional('description', form.description),
    ...optional('webhookUrl', form.webhookUrl),
    ...defined({
      splits: form.splits.length > 0 ? form.splits.map(({ accountId: _, ...split }) => split) : undefined,
      metadata: toMetadata(form.metadata),
    }),
  }
}

/** As the API says of them: a charge is split at one account, the chosen one or that of its first receiver. */
function strayReceivers({ providerAccountId, splits }: ChargeForm) {
  const accountId = accountOf({ providerAccountId, splits })
  return splits.flatMap((split, index) =>
    (split.accountId ?? accountId) === accountId
      ? []
      : [{ path: `/splits/${index}/recipientId`, rule: 'receiverElsewhere' }],
  )
}

/** The account that takes the charge, as far as the form says; null where routing decides. */
export const accountOf = ({ providerAccountId, splits }: Pick<ChargeForm, 'providerAccountId' | 'splits'>) =>
  providerAccountId ?? splits.find(({ accountId }) => accountId)?.accountId ?? null

/** Saved where its charge is going to be made: that of a split charge is made at its receivers' account. */
export function toNewCard({ card, customer, providerAccountId, splits }: ChargeForm): NewCard {
  const accountId = accountOf({ providerAccountId, splits })
  const [expMonth = '', expYear = ''] = card.expiry.split('/')
  return {
    cardNumber: card.cardNumber.replace(/\D/g, ''),
    holderName: card.holderName.trim(),
    holderDocument: card.holderDocument,
    expMonth,
    expYear,
    cvv: card.cvv,
    ...optional('email', customer.email),
    ...defined({ providerAccountId: accountId || undefined }),
  }
}

/** A card is charged where it is saved, so that routing looks at its charge there. */
const chargedWith = (card: NewCard, { amount, installments }: NewCharge): NewCard => ({
  ...card,
  amount,
  ...defined({ installments }),
})

function optional<const Name extends string>(name: Name, text: string): { [key in Name]?: string } {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as { [key in Name]?: string })
}

const bySchema = typeboxResolver(NewCharge)

/** The API's own schema, then the rules that it keeps besides: nothing that passes here should be refused there. */
export const resolveCharge: Resolver<ChargeForm, Accounts, Submission> = async (form, context, options) => {
  const charge = toNewCharge(form)
  const { errors } = await bySchema(charge, context, options as unknown as Parameters<typeof bySchema>[2])
  const found = withWrongKeys(errors, form)
  const choice = { method: form.paymentMethod, accountId: accountOf(form) }
  for (const name of context ? missingFields(charge, requiredFields(context, choice)) : []) {
    if (!has(found, name)) set(found, name, { type: 'required' })
  }
  for (const { path, rule } of [...brokenChargeRules(charge), ...heldCards(charge), ...strayReceivers(form)]) {
    const name = fieldAt(path)
    if (!has(found, name)) set(found, name, { type: rule })
  }
  const card = form.paymentMethod === 'CREDIT_CARD' ? toNewCard(form) : undefined
  for (const { path, rule } of card ? brokenCardRules(card, new Date().toISOString()) : []) {
    const name = `card.${CARD_FIELDS[path] ?? path.slice(1)}`
    if (!has(found, name)) set(found, name, { type: rule })
  }
  return Object.keys(found).length === 0
    ? { values: { charge, ...defined({ card: card && chargedWith(card, charge) }) }, errors: {} }
    : { values: {}, errors: nameMissing(found, form) }
}

/** Facts stand in rows of their own here: of them the API says it. */
const heldCards = ({ metadata: _metadata, ...charge }: NewCharge) =>
  typedCards(charge).map((path) => ({ path, rule: 'typedCard' }))

/** Month and year are shown as one field. */
const CARD_FIELDS: Readonly<Record<string, string>> = { '/expMonth': 'expiry', '/expYear': 'expiry' }

function has(errors: unknown, name: string): boolean {
  return (
    name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors) !==
    undefined
  )
}

/** How many fields are wrong. */
export function countErrors(errors: unknown): number {
  if (typeof errors !== 'object' || errors === null) return 0
  if ('type' in errors && typeof errors.type === 'string') return 1
  return Object.entries(errors).reduce((sum, [key, value]) => (key === 'ref' ? sum : sum + countErrors(value)), 0)
}
