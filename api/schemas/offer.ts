import { type Static, Type } from 'typebox'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { CHOSEN_SLUG, MOST_CHOSEN, OFFER_STATES } from '../../domain/selling.ts'
import { Amount, DistinctWords, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf, NAME_QUERY, PAGE_QUERY } from './list.ts'
import { NewProduct } from './product.ts'

const STRICT = { additionalProperties: false } as const

export const SoldBy = () => DistinctWords(PAYMENT_METHODS)
const MaxInstallments = () => Type.Integer({ minimum: 1, maximum: 99, description: 'By card, at most.' })
/** The address that a seller chooses for an offer or a link. */
export const Slug = () =>
  Type.String({
    pattern: CHOSEN_SLUG,
    description: `The end of the page’s address: small letters, digits and hyphens; no other page of the installation has it. A platform chooses ${MOST_CHOSEN.live} at most, and ${MOST_CHOSEN.test} in test mode. Unguessable when left out.`,
  })

/** What an offer or a link has brought. */
export const Sales = () =>
  Type.Object(
    {
      count: Type.Integer({ description: 'Its charges that were paid, also where the money went back later.' }),
      amount: Type.Integer({ description: 'What their buyers paid, interest included. Integer cents of BRL.' }),
    },
    { description: 'The charges of `GET /v1/charges?figure=approved` for it.' },
  )

/** `POST /v1/offers`: of a product that is there, or of one that is made with it; not both. */
export const NewOffer = Type.Object(
  {
    productId: Type.Optional(Uuid('What is sold, where it is there already.')),
    product: Type.Optional(NewProduct),
    name: Text(200),
    price: Amount(),
    paymentMethods: SoldBy(),
    maxInstallments: Type.Optional(MaxInstallments()),
    enabled: Type.Optional(Type.Boolean({ description: 'True when left out.' })),
    slug: Type.Optional(Slug()),
  },
  STRICT,
)

/** What is left out stays as it is; null takes the bound away. */
export const OfferChange = Type.Object(
  {
    productId: Type.Optional(Uuid('As it is: an offer stays one of its product.')),
    name: Type.Optional(Text(200)),
    price: Type.Optional(Amount()),
    paymentMethods: Type.Optional(SoldBy()),
    maxInstallments: Type.Optional(Nullable(MaxInstallments())),
    enabled: Type.Optional(Type.Boolean()),
    slug: Type.Optional(Slug()),
  },
  { ...STRICT, minProperties: 1 },
)

export const Offer = Type.Object({
  id: Uuid(),
  productId: Uuid(),
  name: Type.String(),
  price: Type.Integer({ description: 'Integer cents.' }),
  paymentMethods: Type.Array(Word(PAYMENT_METHODS)),
  maxInstallments: Nullable(Type.Integer()),
  enabled: Type.Boolean(),
  slug: Type.String(),
  url: Type.String({ description: 'The public page: needs no sign-in.' }),
  sales: Sales(),
  createdByUser: Type.String(),
  createdAt: Time(),
  updatedAt: Time(),
})

export const OfferList = ListOf(Offer)
export const OfferListQuery = Type.Object({
  ...PAGE_QUERY,
  ...NAME_QUERY,
  productId: Type.Optional(Uuid()),
  state: Type.Optional(Word(OFFER_STATES)),
})

export type Sales = Static<ReturnType<typeof Sales>>
export type NewOffer = Static<typeof NewOffer>
export type OfferChange = Static<typeof OfferChange>
export type Offer = Static<typeof Offer>
export type OfferList = Static<typeof OfferList>
