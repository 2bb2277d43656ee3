/** `GET /v1/attention`: what waits for an operator. */
import { type Static, Type } from 'typebox'
import { ATTENTION_REASONS, CHARGE_STATUSES } from '../../domain/charge.ts'
import { DISBURSEMENT_ATTENTION_REASONS } from '../../domain/disbursement.ts'
import { CURRENCY_PREFIX, type Currency } from '../../domain/money.ts'
import { RECEIVER_ATTENTION, RECEIVER_STATUSES } from '../../domain/receiver.ts'
import { DIFFERENCES } from '../../domain/reconciliation.ts'
import { WAITING_KINDS } from '../../domain/waiting.ts'
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { PAGE_QUERY } from './list.ts'

const FIELDS = {
  id: Uuid(),
  name: Nullable(
    Type.String({ description: 'Of the customer, the holder or the receiver; the address of an endpoint.' }),
  ),
  amount: Nullable(Type.Integer({ description: 'Integer cents; null where no money waits.' })),
  currency: Word(Object.keys(CURRENCY_PREFIX) as Currency[]),
  provider: Nullable(Type.String()),
  createdAt: Time(),
  since: Type.String({ format: 'date-time', description: 'When it began to wait for an operator. ISO 8601, UTC.' }),
}
const reasonsOf = <const Reason extends string>(reasons: readonly Reason[]) => ({
  attention: Word(reasons, 'The most serious reason.'),
  attentionReasons: Type.Array(Word(reasons), { description: 'All that stand, in the order in which they came.' }),
})
const MOVEMENT = {
  ...FIELDS,
  createdByUser: Nullable(
    Type.String({
      description:
        "Who requested it: a user's e-mail, `API key ` and the key's name, or `checkout` for a buyer on a public page. Null if that is not known, as for a refund that a policy made.",
    }),
  ),
  externalId: Nullable(Type.String({ description: "The provider's id of it; null while none is known." })),
  workflowId: Type.String({ description: 'For `POST /v1/operations/:workflowId/...`.' }),
}

export const WaitingItem = Type.Union([
  Type.Object({
    kind: Type.Literal('charge'),
    status: Word(CHARGE_STATUSES),
    ...reasonsOf(ATTENTION_REASONS),
    ...MOVEMENT,
  }),
  Type.Object({
    kind: Word(['refund', 'withdrawal']),
    status: Word(WITHDRAWAL_STATUSES),
    ...reasonsOf(DISBURSEMENT_ATTENTION_REASONS),
    ...MOVEMENT,
  }),
  Type.Object({
    kind: Type.Literal('receiver'),
    status: Word(RECEIVER_STATUSES),
    ...reasonsOf(RECEIVER_ATTENTION),
    ...MOVEMENT,
  }),
  Type.Object(
    { kind: Type.Literal('dispute'), ...reasonsOf(['disputeOpen']), ...FIELDS },
    { description: 'A dispute whose end is not known yet.' },
  ),
  Type.Object(
    {
      kind: Type.Literal('reconciliation'),
      difference: Word(DIFFERENCES, 'As `kind` of the reconciliation item.'),
      ...reasonsOf(['reconciliationOpen']),
      ...FIELDS,
      updatedAt: Time(),
      externalId: Type.String({ description: "The provider's id of the transaction that differs." }),
    },
    { description: "A provider's books differ from ours; operators alone are shown it. `amount` is what differs." },
  ),
  Type.Object(
    {
      kind: Type.Literal('endpoint'),
      ...reasonsOf(['endpointFailing']),
      ...FIELDS,
    },
    { description: "A seller's endpoint that has taken nothing for a day." },
  ),
])

export const AttentionQuery = Type.Object({
  kind: Type.Optional(
    Word(WAITING_KINDS, 'Only what is of this kind; of one that the user is not shown, as `reconciliation`, none.'),
  ),
  ...PAGE_QUERY,
})

export const WaitingList = Type.Object({
  data: Type.Array(WaitingItem, { description: 'What has waited longest first.' }),
  nextCursor: Nullable(Type.String()),
  total: Type.Integer({ description: 'How many wait in all; no more than 1000 are counted.' }),
  atStake: Type.Array(
    Type.Object({ currency: FIELDS.currency, amount: Type.Integer({ description: 'Integer cents.' }) }),
    { description: 'The money of what is counted, by currency.' },
  ),
})

export type WaitingItem = Static<typeof WaitingItem>
export type WaitingList = Static<typeof WaitingList>
