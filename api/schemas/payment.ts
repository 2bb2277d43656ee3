import { type Static, Type } from 'typebox'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

/** One transaction at a provider for a charge: a charge can have several. */
export const Payment = Type.Object({
  id: Uuid(),
  transactionId: Type.String({ description: "The provider's id." }),
  provider: Type.String(),
  providerAccountId: Uuid(),
  state: Word(CHARGE_STATUSES),
  amount: Type.Integer({ description: 'Integer cents.' }),
  paidAt: Nullable(
    Type.String({ format: 'date-time', description: 'When it was first known to be paid. ISO 8601, UTC.' }),
  ),
  refundedAmount: Type.Integer({ description: 'What has gone back of it. Integer cents.' }),
  voided: Type.Boolean({ description: 'Its provider has withdrawn its code: it can no longer be paid.' }),
  shown: Type.Boolean({ description: 'Whether a buyer was given its code.' }),
  createdAt: Time(),
})

/** `GET /v1/charges/:id/payments`: oldest first. */
export const Payments = ListOf(Payment)

export type Payment = Static<typeof Payment>
export type Payments = Static<typeof Payments>
