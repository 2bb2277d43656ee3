/** A public page: what it shows, and what its buyer sends. */
import { type Static, Type } from 'typebox'
import { LANGUAGES } from '../../domain/language.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { REQUIRABLE_FIELDS } from '../../domain/requirements.ts'
import { PAGE_STATES } from '../../domain/selling.ts'
import { NewCard } from './card.ts'
import { Address, Customer } from './charge.ts'
import { CheckoutParams } from './checkout.ts'
import { Livemode, Nullable, Word } from './common.ts'
import { Installments } from './installment.ts'
import { Reservation } from './payment-link.ts'

const STRICT = { additionalProperties: false } as const
export const MOST_OF_ONE = 99

export const PageParams = Type.Object({ slug: Type.String({ pattern: '^[A-Za-z0-9_-]{2,60}$' }) })

export const PageQuery = Type.Object({
  token: Type.Optional({
    ...CheckoutParams.properties.token,
    description: 'Of a try of the buyer’s own order: a page whose last use it reserves is `open` to them.',
  } as typeof CheckoutParams.properties.token),
  quantity: Type.Integer({ minimum: 1, maximum: MOST_OF_ONE, default: 1, description: 'Of an offer.' }),
})

/** `GET /v1/checkout/pages/:slug/charges`. */
export const TryQuery = Type.Object({
  final: Type.Boolean({
    default: false,
    description:
      'Whether a 404 is the last word: the `POST` that arrives under the key after it is refused with 422, and charges nothing.',
  }),
})

/** `GET /v1/checkout/pages/:slug`. */
export const CheckoutPage = Type.Object({
  slug: Type.String(),
  livemode: Livemode,
  state: Word(PAGE_STATES, 'Only an open page takes orders.'),
  reservation: Reservation(),
  seller: Type.String(),
  brandColor: Nullable(Type.String()),
  logoUrl: Nullable(Type.String()),
  supportEmail: Nullable(Type.String({ description: 'Where the seller can be reached.' })),
  supportPhone: Nullable(Type.String()),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  quantity: Type.Integer(),
  maxQuantity: Type.Integer({
    description: 'How many can be bought at once: 1 where it is no offer, or the link’s uses are limited.',
  }),
  amount: Type.Integer({ description: 'Of all that is bought, before the interest of installments. Integer cents.' }),
  currency: Word(CURRENCIES),
  paymentMethods: Type.Array(
    Type.Object({
      paymentMethod: Word(PAYMENT_METHODS),
      requires: Type.Array(Word(REQUIRABLE_FIELDS), { description: 'What has to be asked for, besides the rest.' }),
    }),
    { description: 'Those that an account can take now.' },
  ),
  installments: Installments.properties.data,
})

const { cardNumber, holderName, holderDocument, expMonth, expYear, cvv } = NewCard.properties
export const BuyersCard = Type.Object(
  {
    cardNumber,
    holderName,
    holderDocument: Type.Optional(holderDocument),
    expMonth,
    expYear,
    cvv,
  },
  STRICT,
)

/** `POST /v1/checkout/pages/:slug/charges`. */
export const BuyersCharge = Type.Object(
  {
    paymentMethod: Word(PAYMENT_METHODS),
    customer: Customer,
    address: Type.Optional(Address),
    card: Type.Optional(BuyersCard),
    installments: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_OF_ONE,
        description: 'Of an offer, at a page without `maxUses`; 1 when left out.',
      }),
    ),
    language: Type.Optional(
      Word(LANGUAGES, 'That the page spoke: mails to the buyer are written in it, and in Portuguese when left out.'),
    ),
    total: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'What the page said that it comes to, interest included: when it is another sum by now, nothing is charged.',
      }),
    ),
    token: Type.Optional({
      ...CheckoutParams.properties.token,
      description: 'Of the order’s try before this one: it is cancelled first, so that one order is paid once.',
    } as typeof CheckoutParams.properties.token),
  },
  STRICT,
)

/** Without it a lost answer would make a second order. */
export const RequiredKey = Type.Object({
  'idempotency-key': Type.String({ minLength: 1, maxLength: 150, pattern: '^[\\x21-\\x7e]+$' }),
})

/** It opens the buyer's view: one that could be guessed finds nothing. */
export const UnguessableKey = Type.Object({
  'idempotency-key': Type.String({
    minLength: 32,
    maxLength: 150,
    pattern: '^[\\x21-\\x7e]+$',
    description:
      'Of the try. Only a key of 32 characters or more is looked up, because it shows the payment to its holder.',
  }),
})

export type PageQuery = Static<typeof PageQuery>
export type CheckoutPage = Static<typeof CheckoutPage>
export type BuyersCharge = Static<typeof BuyersCharge>
export type BuyersCard = Static<typeof BuyersCard>
