import { type Static, Type } from 'typebox'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { REFUND_STATES } from '../../domain/payout.ts'
import { Nullable, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY } from './list.ts'
import { PAYOUT_FIELDS, PAYOUT_FILTERS } from './payout.ts'

/** `POST /v1/charges/:id/refunds`. */
export const NewRefund = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, description: 'Integer cents; all that is left when left out.' }),
    ),
  },
  { additionalProperties: false },
)

export const Refund = Type.Object({
  id: Uuid(),
  refundId: Nullable(Type.String({ description: "The provider's id, or ours where it gives none." })),
  chargeId: Uuid(),
  status: Type.Boolean({ description: 'Whether the provider has carried it out.' }),
  state: Word(REFUND_STATES),
  ...PAYOUT_FIELDS,
})

export const RefundList = ListOf(Refund)

export const RefundListQuery = Type.Object({
  ...PAGE_QUERY,
  ...PAYOUT_FILTERS,
  state: Type.Optional(Word(REFUND_STATES)),
  chargeId: Type.Optional(Uuid()),
})

export type NewRefund = Static<typeof NewRefund>
export type Refund = Static<typeof Refund>
export type RefundList = Static<typeof RefundList>
export type RefundListQuery = Static<typeof RefundListQuery>
