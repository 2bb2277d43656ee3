import { type Static, Type } from 'typebox'
import { REFUND_STATES } from '../../domain/disbursement.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import type { PaymentPolicy } from '../../domain/payment.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { REFUND_KINDS } from '../../domain/refund.ts'
import { Nullable, Uuid, Word } from './common.ts'
import { DISBURSEMENT_FIELDS, DISBURSEMENT_FILTERS } from './disbursement.ts'
import { ListOf, PAGE_QUERY } from './list.ts'
import { NewMetadata } from './metadata.ts'

const REFUND_POLICIES = ['doublePayments', 'latePayments'] as const satisfies PaymentPolicy[]

/** `POST /v1/charges/:id/refunds`. */
export const NewRefund = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, description: 'Integer cents; all that is left when left out.' }),
    ),
    paymentId: Type.Optional(Uuid('The payment that it goes against; the one that pays the charge when left out.')),
    metadata: Type.Optional(NewMetadata()),
  },
  { additionalProperties: false },
)

export const Refund = Type.Object({
  id: Uuid(),
  refundId: Nullable(Type.String({ description: "The provider's id, or ours where it gives none." })),
  chargeId: Uuid(),
  paymentId: Nullable(Uuid('The payment that it goes against.')),
  kind: Word(
    REFUND_KINDS,
    'Who asked for it: a user or an API key, the policy of the platform, or the dashboard of the provider (`external`), where it was found.',
  ),
  policy: Nullable(Word(REFUND_POLICIES, "The platform's policy that asked for it; null for any other kind.")),
  status: Type.Boolean({ description: 'Whether the provider has carried it out.' }),
  state: Word(REFUND_STATES),
  ...DISBURSEMENT_FIELDS,
})

export const RefundList = ListOf(Refund)

/** In the list of all refunds each says whose money it is, and how it was paid. */
export const ListedRefund = Type.Object({
  ...Refund.properties,
  customerName: Nullable(Type.String({ description: "The buyer's; null once the charge is gone." })),
  paymentMethod: Nullable(Word(PAYMENT_METHODS, 'How the charge was paid; null once it is gone.')),
})

export const ListedRefundList = ListOf(ListedRefund)

export const RefundListQuery = Type.Object({
  ...PAGE_QUERY,
  ...DISBURSEMENT_FILTERS,
  state: Type.Optional(Word(REFUND_STATES)),
  paymentMethod: Type.Optional(Word(PAYMENT_METHODS, 'How the charge was paid.')),
  chargeId: Type.Optional(Uuid()),
})

export type NewRefund = Static<typeof NewRefund>
export type Refund = Static<typeof Refund>
export type RefundList = Static<typeof RefundList>
export type ListedRefund = Static<typeof ListedRefund>
export type ListedRefundList = Static<typeof ListedRefundList>
export type RefundListQuery = Static<typeof RefundListQuery>
