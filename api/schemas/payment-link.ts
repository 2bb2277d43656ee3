import { type Static, Type } from 'typebox'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { PAGE_STATES } from '../../domain/selling.ts'
import { Amount, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf, NAME_QUERY, PAGE_QUERY } from './list.ts'
import { Sales, Slug, SoldBy } from './offer.ts'

const STRICT = { additionalProperties: false } as const

const MaxUses = () =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'So many orders, of one each, then it is sold out.' })
const ExpiresAt = () => Type.String({ format: 'date-time', description: 'From then on it sells nothing.' })

export const Reservation = () =>
  Nullable(
    Type.Object(
      { expiresAt: Nullable(Time()) },
      {
        description:
          'Why it is `soldOut` though not all is paid: a buyer who is paying reserves what is left. Unless they pay or try again, it is for sale again at `expiresAt`, which is null while a card is being charged.',
      },
    ),
  )

/** `POST /v1/payment-links`: for an amount or for an offer, not both. */
export const NewPaymentLink = Type.Object(
  {
    amount: Type.Optional(Amount()),
    offerId: Type.Optional(Uuid()),
    title: Type.Optional(Text(200)),
    paymentMethods: Type.Optional(SoldBy()),
    expiresAt: Type.Optional(ExpiresAt()),
    maxUses: Type.Optional(MaxUses()),
    slug: Type.Optional(Slug()),
  },
  STRICT,
)

/** What is left out stays as it is; null takes it away. What is sold, `amount` or `offerId`, can be said but not changed. */
export const PaymentLinkChange = Type.Object(
  {
    amount: Type.Optional(Nullable(Amount('As it is: what buyers were promised stays.'))),
    offerId: Type.Optional(Nullable(Uuid('As it is: what buyers were promised stays.'))),
    title: Type.Optional(Nullable(Text(200))),
    paymentMethods: Type.Optional(Nullable(SoldBy())),
    expiresAt: Type.Optional(Nullable(ExpiresAt())),
    maxUses: Type.Optional(Nullable(MaxUses())),
    enabled: Type.Optional(Type.Boolean({ description: 'False: paused.' })),
    slug: Type.Optional(Slug()),
  },
  { ...STRICT, minProperties: 1 },
)

export const PaymentLink = Type.Object({
  id: Uuid(),
  offerId: Nullable(Uuid()),
  amount: Nullable(Type.Integer({ description: "Integer cents; null where the offer's price counts." })),
  title: Nullable(Type.String()),
  paymentMethods: Nullable(Type.Array(Word(PAYMENT_METHODS))),
  expiresAt: Nullable(Time()),
  maxUses: Nullable(Type.Integer()),
  uses: Type.Integer({
    description:
      'Orders that are paid, that have a try from the last 30 minutes (for at most an hour after the first try, and at least 5 minutes), or whose card is being charged. An order that is refused, refunded or not paid in that time gives its use back. Money that arrives later may make it more than `maxUses`.',
  }),
  enabled: Type.Boolean(),
  state: Word(PAGE_STATES, 'What a buyer finds there, so far as the link says.'),
  reservation: Reservation(),
  slug: Type.String(),
  url: Type.String({ description: 'The public page: needs no sign-in.' }),
  sales: Sales(),
  createdByUser: Type.String(),
  createdAt: Time(),
  updatedAt: Time(),
})

export const PaymentLinkList = ListOf(PaymentLink)
export const PaymentLinkListQuery = Type.Object({
  ...PAGE_QUERY,
  ...NAME_QUERY,
  productId: Type.Optional(Uuid('Only those for an offer of this product.')),
  state: Type.Optional(Word(PAGE_STATES)),
})

export type NewPaymentLink = Static<typeof NewPaymentLink>
export type PaymentLinkChange = Static<typeof PaymentLinkChange>
export type PaymentLink = Static<typeof PaymentLink>
export type PaymentLinkList = Static<typeof PaymentLinkList>
