import { type Static, Type } from 'typebox'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import { DECLINES } from '../../domain/decline.ts'
import { ENDINGS } from '../../domain/ending.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { Expiry, Livemode, Nullable, Time, Word } from './common.ts'

/** 32 random bytes in base64url. */
export const CheckoutParams = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' }) })

/** `GET /v1/checkout/:token`: what the buyer may see, and nothing else. The stream sends the same as `charge` events. */
export const Checkout = Type.Object({
  token: CheckoutParams.properties.token,
  livemode: Livemode,
  page: Nullable(Type.String({ description: 'The `slug` of the page where it was bought.' })),
  seller: Type.String(),
  brandColor: Nullable(Type.String({ description: 'The seller’s own: six hexadecimal digits after a #.' })),
  logoUrl: Nullable(Type.String()),
  supportEmail: Nullable(Type.String({ description: 'Where the seller can be reached.' })),
  supportPhone: Nullable(Type.String()),
  description: Nullable(Type.String()),
  items: Type.Array(Type.Object({ title: Type.String(), quantity: Type.Integer(), unitPrice: Type.Integer() })),
  amount: Type.Integer({ description: 'What the buyer pays, interest included. Integer cents.' }),
  currency: Word(CURRENCIES),
  installments: Type.Integer(),
  paymentMethod: Word(PAYMENT_METHODS),
  status: Word(CHARGE_STATUSES),
  ending: Nullable(Word(ENDINGS, 'What made it REJECTED.')),
  underReview: Type.Boolean({
    description:
      'It is REJECTED, but may have been paid, and the seller is looking into it: the buyer must not pay again.',
  }),
  pixCode: Nullable(Type.String()),
  pixQrCode: Nullable(Type.String()),
  billetCode: Nullable(Type.String()),
  billetUrl: Nullable(Type.String()),
  mailed: Type.Boolean({
    description:
      'Boletos of this page go to their buyers’ e-mail: in a day 5 to an address, 500 from a page and 2,000 from a platform. Whether this one went is not told: the address may be a stranger’s.',
  }),
  expiresAt: Nullable(Expiry()),
  card: Nullable(Type.Object({ brand: Type.String(), lastDigits: Type.String() })),
  declined: Nullable(
    Word(
      DECLINES,
      'Why the bank declined the card, as its holder may be told: a suspicion of fraud is `notAuthorized`, as a refusal without a reason is.',
    ),
  ),
  message: Nullable(Type.String({ description: '`declined` as a sentence in Portuguese.' })),
  createdAt: Time(),
  paidAt: Nullable(Time()),
  receipt: Nullable(
    Type.Object(
      {
        number: Type.String({
          description:
            'What buyer and seller cite the payment by, as in the mailed receipt; `GET /v1/charges?q=` finds the charge by it.',
        }),
      },
      { description: 'While the payment counts as paid.' },
    ),
  ),
})

export type Checkout = Static<typeof Checkout>
