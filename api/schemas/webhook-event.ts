import { type Static, Type } from 'typebox'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import { NOTICE_STATES } from '../../domain/delivery.ts'
import { VERIFICATIONS } from '../../domain/proof.ts'
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY, PERIOD_QUERY } from './list.ts'

/** What a provider sent, raw and translated. */
export const WebhookEvent = Type.Object({
  id: Uuid(),
  provider: Type.String(),
  providerAccountId: Uuid(),
  receivedAt: Time(),
  state: Word(NOTICE_STATES),
  verified: Word(VERIFICATIONS),
  type: Nullable(Word(['TRANSACTION', 'WITHDRAW'])),
  transactionId: Nullable(Type.String({ description: "The provider's id of the transaction, or of the withdrawal." })),
  reference: Nullable(Type.String()),
  status: Nullable(Word([...new Set([...CHARGE_STATUSES, ...WITHDRAWAL_STATUSES])])),
  rawStatus: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  chargeId: Nullable(Uuid()),
  withdrawalId: Nullable(Uuid()),
  attempts: Type.Integer(),
  replays: Type.Integer(),
  nextAttemptAt: Time(),
  deliveredAt: Nullable(Time()),
  headers: Type.Record(Type.String(), Type.String()),
  query: Type.Record(Type.String(), Type.String()),
  body: Type.String({
    description: 'As it came, but for the secret in an address of ours; empty once it is forgotten.',
  }),
  bodyForgottenAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When its body was removed, because its time was over or its customer was erased. It can be replayed no more.',
    }),
  ),
})

export const WebhookEventList = ListOf(WebhookEvent)
export const WebhookEventListQuery = Type.Object({
  ...PAGE_QUERY,
  ...PERIOD_QUERY,
  provider: Type.Optional(Type.String({ maxLength: 50 })),
  state: Type.Optional(Word(NOTICE_STATES)),
  chargeId: Type.Optional(Uuid()),
  withdrawalId: Type.Optional(Uuid()),
})

export type WebhookEvent = Static<typeof WebhookEvent>
export type WebhookEventList = Static<typeof WebhookEventList>
