import { type Static, Type } from 'typebox'
import { CHARGE_FIGURES } from '../../domain/analytics.ts'
import { ATTEMPT_OUTCOMES, ATTEMPT_STATES } from '../../domain/attempt.ts'
import { SHOWN_CAUSES } from '../../domain/cause.ts'
import { ATTENTION_REASONS, CHARGE_EVENT_TYPES, CHARGE_STATUSES } from '../../domain/charge.ts'
import { ENDINGS } from '../../domain/ending.ts'
import { LONGEST_TEXTS } from '../../domain/longest-texts.ts'
import { CURRENCIES, MAX_AMOUNT } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { REFUSAL_REASONS, UNPAID_REASONS } from '../../domain/refusal.ts'
import { Amount, Email, Expiry, Livemode, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { CHARGE_SEARCH_QUERY, CHARGE_SORT_QUERY, ListOf, ListTotals, PAGE_QUERY } from './list.ts'
import { Metadata, NewMetadata } from './metadata.ts'
import { PROOF } from './proof.ts'

const STRICT = { additionalProperties: false } as const

/** What a page may link to: no `javascript:`. */
const WebAddress = () => Type.String({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2000 })

export const Customer = Type.Object(
  {
    name: Text(LONGEST_TEXTS.name),
    email: Email(),
    document: Type.String({ minLength: 11, maxLength: 18, description: 'CPF or CNPJ, bare or formatted.' }),
    phone: Type.Optional(
      Type.String({ minLength: 10, maxLength: 20, description: 'With area code, bare or formatted.' }),
    ),
  },
  STRICT,
)

export const NewItem = Type.Object(
  {
    id: Type.Optional(Text(100)),
    title: Text(200),
    unitPrice: Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: 'Integer cents.' }),
    quantity: Type.Integer({ minimum: 1, maximum: 100_000 }),
    tangible: Type.Optional(Type.Boolean({ description: 'False when left out.' })),
  },
  STRICT,
)

export const Address = Type.Object(
  {
    zipCode: Type.String({ minLength: 8, maxLength: 9, description: 'CEP, bare or formatted.' }),
    address: Text(LONGEST_TEXTS.address),
    number: Text(LONGEST_TEXTS.number),
    district: Text(LONGEST_TEXTS.district),
    city: Text(LONGEST_TEXTS.city),
    state: Type.String({ minLength: 2, maxLength: 2, description: 'UF, e.g. SP.' }),
  },
  STRICT,
)

export const Split = Type.Object(
  {
    recipientId: Text(
      100,
      "A receiver's `id`, or the id that its provider gave. A charge is split at one provider account: that of its receivers, or the `providerAccountId` that it has to name with an id that no receiver here has.",
    ),
    amount: Type.Integer({ minimum: 1, description: 'Cents when FIXED, whole percent when PERCENTAGE.' }),
    type: Word(['PERCENTAGE', 'FIXED']),
    chargeProcessingFee: Type.Optional(Type.Boolean()),
    chargeRemainder: Type.Optional(Type.Boolean()),
    liable: Type.Optional(Type.Boolean()),
  },
  STRICT,
)

const FingerPrint = Type.Object({ provider: Text(100), value: Text(2000) }, STRICT)

/** `POST /v1/charges`. Without `providerAccountId` routing decides. */
export const NewCharge = Type.Object(
  {
    amount: Amount('What the sale costs, before the interest of installments. Integer cents.'),
    currency: Type.Optional(Word(CURRENCIES)),
    paymentMethod: Word(PAYMENT_METHODS),
    items: Type.Optional(
      Type.Array(NewItem, {
        maxItems: 100,
        description:
          'When left out, or empty: one item of the whole amount. The whole request is at most 64 kB of JSON.',
      }),
    ),
    customer: Customer,
    installments: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 99, description: 'One that `GET /v1/installments` offers.' }),
    ),
    cardId: Type.Optional(Text(200)),
    cvv: Type.Optional(
      Type.String({
        pattern: '^\\d{3,4}$',
        writeOnly: true,
        description:
          'The code of the saved card, for this charge alone. The first charge after the card was saved needs none.',
      }),
    ),
    address: Type.Optional(Address),
    webhookUrl: Type.Optional(
      Type.String({ format: 'uri', maxLength: 2000, description: 'Where we tell you of its events.' }),
    ),
    orderId: Type.Optional(Text(100, 'Your own reference.')),
    userId: Type.Optional(Text(100)),
    userDocument: Type.Optional(Type.String({ minLength: 11, maxLength: 18 })),
    description: Type.Optional(Text(500)),
    metadata: Type.Optional(NewMetadata()),
    splits: Type.Optional(Type.Array(Split, { maxItems: 50 })),
    receiverToken: Type.Optional(
      Text(500, "Whose sub-account it is made in: a receiver's `id`, or the token that its provider gave."),
    ),
    customerIp: Type.Optional(Type.String({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] })),
    fingerPrints: Type.Optional(Type.Array(FingerPrint, { maxItems: 20 })),
    referrerUrl: Type.Optional(WebAddress()),
    checkoutUrl: Type.Optional(WebAddress()),
    providerAccountId: Type.Optional(Uuid()),
    offerId: Type.Optional(Uuid('What is bought: `amount`, method and installments must keep its terms.')),
  },
  STRICT,
)

export const Item = Type.Object({
  id: Type.Optional(Type.String()),
  title: Type.String(),
  unitPrice: Type.Integer(),
  quantity: Type.Integer(),
  tangible: Type.Boolean(),
})

export const Charge = Type.Object({
  id: Uuid(),
  livemode: Livemode,
  status: Word(CHARGE_STATUSES),
  statusUnmapped: Type.Boolean({
    description: "The provider's word is in no table: `status` is its default, and no end.",
  }),
  ending: Nullable(
    Word(ENDINGS, 'What made it REJECTED: the provider refused it, its time was over, or an operator cancelled it.'),
  ),
  refusal: Nullable(
    Word(REFUSAL_REASONS, 'Why it was refused, in a few plain reasons; `failureMessage` has the words themselves.'),
  ),
  needsAttention: Type.Boolean(),
  attention: Nullable(Word(ATTENTION_REASONS, 'The most serious reason.')),
  attentionReasons: Type.Array(Word(ATTENTION_REASONS), {
    description: 'All that stand, in the order in which they came.',
  }),
  paymentMethod: Word(PAYMENT_METHODS),
  amount: Type.Integer({ description: 'What the sale costs, as it was asked for. Integer cents.' }),
  finalValue: Type.Integer({
    description: 'What the buyer is to pay: `amount` and the interest of the installments.',
  }),
  currency: Word(CURRENCIES),
  paidAmount: Nullable(
    Type.Integer({
      description:
        'What the buyer paid, null until then: `finalValue`, unless an operator took another amount. Refunds go up to this. Integer cents.',
    }),
  ),
  refundedAmount: Type.Integer({ description: 'Integer cents.' }),
  provider: Nullable(Type.String()),
  providerAccountId: Nullable(Uuid()),
  transactionId: Nullable(Type.String({ description: "The provider's id." })),
  orderId: Nullable(Type.String()),
  offerId: Nullable(Uuid('What was bought, where it was an offer.')),
  paymentLinkId: Nullable(Uuid('The link through which the buyer came.')),
  pixCode: Nullable(Type.String({ description: 'The text to copy and paste into a bank app.' })),
  pixQrCode: Nullable(Type.String({ description: 'The same code as an image: a data URL or an address.' })),
  expiresAt: Nullable(Expiry()),
  billetCode: Nullable(Type.String()),
  billetUrl: Nullable(Type.String()),
  installments: Type.Integer(),
  card: Nullable(Type.Object({ brand: Type.String(), lastDigits: Type.String() })),
  customerId: Nullable(Uuid('`GET /v1/customers/:id`. Null once their data is erased.')),
  customer: Type.Object({
    name: Type.String(),
    email: Type.String(),
    document: Type.String(),
    phone: Type.Optional(Type.String()),
  }),
  address: Nullable(Address),
  items: Type.Array(Item),
  splits: Type.Array(Split),
  description: Nullable(Type.String()),
  metadata: Metadata(),
  failureMessage: Nullable(Type.String({ description: "The last refusal, in the provider's words or ours." })),
  checkoutToken: Type.String(),
  payUrl: Type.String({ description: "The buyer's page: needs no sign-in." }),
  paidAt: Nullable(Type.String({ format: 'date-time', description: 'When it was approved first. ISO 8601, UTC.' })),
  payable: Type.Boolean({
    description:
      'Its code may still be paid at the provider, also after the charge expired or was cancelled: until the provider has withdrawn it, where it does that (`cancelMethods`).',
  }),
  createdByUser: Nullable(
    Type.String({
      description: "Who made it: a user's e-mail, `API key ` and the key's name, or `checkout` for a page's buyer.",
    }),
  ),
  createdAt: Time(),
  updatedAt: Time(),
  workflow: Type.Object({ workflowId: Type.String(), runId: Nullable(Type.String()) }),
})

export const ChargeList = ListOf(Charge)

const CHARGE_FILTERS = {
  status: Type.Optional(Word(CHARGE_STATUSES)),
  ending: Type.Optional(Word(ENDINGS, 'What made it REJECTED.')),
  needsAttention: Type.Optional(Type.Boolean()),
  paymentMethod: Type.Optional(Word(PAYMENT_METHODS)),
  provider: Type.Optional(Type.String({ maxLength: 50 })),
  orderId: Type.Optional(Type.String({ maxLength: 100 })),
  customerId: Type.Optional(Uuid()),
  offerId: Type.Optional(Uuid('Only those for this offer.')),
  paymentLinkId: Type.Optional(Uuid('Only those that came through this link.')),
  currency: Type.Optional(Word(CURRENCIES)),
  figure: Type.Optional(
    Word(
      CHARGE_FIGURES,
      'What this figure of `GET /v1/analytics` counts, in BRL unless `currency` says otherwise: `refunded` is all of which something went back, `untaken` what no provider took.',
    ),
  ),
  reason: Type.Optional(Word(UNPAID_REASONS, 'Why it was not paid, as `GET /v1/analytics?by=reason` counts it.')),
  ...CHARGE_SEARCH_QUERY,
}
export const ChargeListQuery = Type.Object({ ...PAGE_QUERY, ...CHARGE_SORT_QUERY, ...CHARGE_FILTERS })
export const ChargeTotalsQuery = Type.Object(CHARGE_FILTERS)

/** `GET /v1/charges/totals`. */
export const ChargeTotals = Type.Object({
  ...ListTotals.properties,
  isComplete: Type.Boolean({ description: 'False when more charges fit than are counted; then nothing is added up.' }),
  data: Type.Array(
    Type.Object({
      currency: Word(CURRENCIES),
      status: Word(CHARGE_STATUSES),
      ending: Nullable(Word(ENDINGS)),
      needsAttention: Type.Boolean(),
      count: Type.Integer(),
      amount: Type.Integer({ description: 'What buyers pay in all, interest included; integer cents.' }),
      refundedAmount: Type.Integer({ description: 'What of it was refunded; integer cents.' }),
    }),
  ),
})

export const ChargeEvent = Type.Object({
  id: Uuid(),
  at: Time(),
  type: Word(CHARGE_EVENT_TYPES),
  from: Nullable(Word(CHARGE_STATUSES)),
  to: Nullable(Word(CHARGE_STATUSES)),
  cause: Word(SHOWN_CAUSES),
  provider: Nullable(Type.String()),
  detail: Nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  ...PROOF,
})

/** `GET /v1/charges/:id/events`: the whole history, oldest first. */
export const ChargeEvents = ListOf(ChargeEvent)

/** One request to the provider and its answer: no credential, no card, personal data masked. */
export const ExchangeEntry = Type.Object({
  at: Time(),
  method: Type.String(),
  url: Type.String(),
  requestHeaders: Type.Record(Type.String(), Type.String()),
  requestBody: Nullable(Type.String()),
  status: Nullable(Type.Integer()),
  responseBody: Nullable(Type.String()),
  error: Nullable(Type.String()),
})

export const ChargeAttempt = Type.Object({
  id: Uuid(),
  number: Type.Integer(),
  provider: Type.String(),
  providerAccountId: Uuid(),
  state: Word(ATTEMPT_STATES),
  outcome: Nullable(Word(ATTEMPT_OUTCOMES)),
  transactionId: Nullable(Type.String()),
  errorKind: Nullable(Type.String()),
  errorMessage: Nullable(Type.String()),
  exchange: Type.Array(ExchangeEntry),
  createdAt: Time(),
  answeredAt: Nullable(Time()),
})

/** `GET /v1/charges/:id/attempts`: what was tried, where, and what was said; oldest first. */
export const ChargeAttempts = ListOf(ChargeAttempt)

export type NewCharge = Static<typeof NewCharge>
export type Charge = Static<typeof Charge>
export type ChargeList = Static<typeof ChargeList>
export type ChargeTotals = Static<typeof ChargeTotals>
export type ChargeListQuery = Static<typeof ChargeListQuery>
export type ChargeEvent = Static<typeof ChargeEvent>
export type ChargeEvents = Static<typeof ChargeEvents>
export type ExchangeEntry = Static<typeof ExchangeEntry>
export type ChargeAttempt = Static<typeof ChargeAttempt>
export type ChargeAttempts = Static<typeof ChargeAttempts>
