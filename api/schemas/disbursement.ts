/** What refunds and withdrawals have in common. */
import { type Static, Type } from 'typebox'
import { SHOWN_CAUSES } from '../../domain/cause.ts'
import { DISBURSEMENT_ATTENTION_REASONS, DISBURSEMENT_EVENT_TYPES } from '../../domain/disbursement.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { Livemode, Nullable, Time, Uuid, Word } from './common.ts'
import { DISBURSEMENT_SORT_QUERY, ListOf, SEARCH_QUERY } from './list.ts'
import { Metadata } from './metadata.ts'
import { PROOF } from './proof.ts'

/** Fields that both show, besides their own. */
export const DISBURSEMENT_FIELDS = {
  livemode: Livemode,
  needsAttention: Type.Boolean(),
  attention: Nullable(Word(DISBURSEMENT_ATTENTION_REASONS, 'The most serious reason.')),
  attentionReasons: Type.Array(Word(DISBURSEMENT_ATTENTION_REASONS), {
    description: 'All that stand, in the order in which they came.',
  }),
  amount: Type.Integer({ description: 'Integer cents.' }),
  currency: Word(CURRENCIES, "Of a refund the charge's."),
  metadata: Metadata(),
  provider: Nullable(Type.String()),
  providerAccountId: Nullable(Uuid()),
  failureMessage: Nullable(Type.String({ description: "The last refusal, in the provider's words or ours." })),
  approvedAt: Nullable(Time()),
  createdAt: Time(),
  updatedAt: Time(),
  workflow: Type.Object({ workflowId: Type.String(), runId: Nullable(Type.String()) }),
} as const

/** Filters that both lists take. */
export const DISBURSEMENT_FILTERS = {
  needsAttention: Type.Optional(Type.Boolean()),
  provider: Type.Optional(Type.String({ maxLength: 50 })),
  ...DISBURSEMENT_SORT_QUERY,
  ...SEARCH_QUERY,
} as const

export const DisbursementEvent = Type.Object({
  id: Uuid(),
  at: Time(),
  type: Word(DISBURSEMENT_EVENT_TYPES),
  from: Nullable(Word(WITHDRAWAL_STATUSES)),
  to: Nullable(Word(WITHDRAWAL_STATUSES)),
  cause: Word(SHOWN_CAUSES),
  provider: Nullable(Type.String()),
  detail: Nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  ...PROOF,
})

/** The whole history, oldest first. */
export const DisbursementEvents = ListOf(DisbursementEvent)

export type DisbursementEvent = Static<typeof DisbursementEvent>
export type DisbursementEvents = Static<typeof DisbursementEvents>
