import { type Static, Type } from 'typebox'
import { CLOSED_DISPUTE_STATES, DISPUTE_KINDS, DISPUTE_STATES } from '../../domain/dispute.ts'
import { CURRENCY_PREFIX, type Currency } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { Livemode, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { DISPUTE_SORT_QUERY, ListOf, PAGE_QUERY, SEARCH_QUERY } from './list.ts'

const STRICT = { additionalProperties: false } as const

export const Dispute = Type.Object({
  id: Uuid(),
  livemode: Livemode,
  chargeId: Uuid(),
  paymentId: Nullable(Uuid('Of GET /v1/charges/:id/payments.')),
  transactionId: Nullable(Type.String({ description: "The disputed payment's, at its provider." })),
  provider: Nullable(Type.String()),
  providerAccountId: Nullable(Uuid()),
  kind: Word(DISPUTE_KINDS, 'MED: the procedure of the Pix.'),
  state: Word(DISPUTE_STATES),
  amount: Type.Integer({ description: 'Integer cents.' }),
  currency: Word(Object.keys(CURRENCY_PREFIX) as Currency[]),
  rawStatus: Nullable(Type.String({ description: "The provider's own word." })),
  openedAt: Time(),
  dueAt: Nullable(
    Type.String({ format: 'date-time', description: 'Until when evidence is taken, where it is known.' }),
  ),
  closedAt: Nullable(Type.String({ format: 'date-time' })),
  closedBy: Nullable(Type.String({ description: 'Who said how it ended; null where the provider did.' })),
  note: Nullable(Type.String()),
})

export const DisputeEvidence = Type.Object({
  id: Uuid(),
  name: Type.String(),
  addedBy: Type.String(),
  createdAt: Time(),
})

export const DisputeWithEvidence = Type.Object({ ...Dispute.properties, evidence: Type.Array(DisputeEvidence) })

/** In the list each says whose payment it is, and how it was made. */
export const ListedDispute = Type.Object({
  ...Dispute.properties,
  customerName: Nullable(Type.String({ description: "The buyer's; null once the charge is gone." })),
  paymentMethod: Nullable(Word(PAYMENT_METHODS, 'How the charge was paid; null once it is gone.')),
})

export const ListedDisputeList = ListOf(ListedDispute)

export const DisputeListQuery = Type.Object({
  ...PAGE_QUERY,
  ...DISPUTE_SORT_QUERY,
  ...SEARCH_QUERY,
  state: Type.Optional(Word(DISPUTE_STATES)),
  kind: Type.Optional(Word(DISPUTE_KINDS)),
  provider: Type.Optional(Type.String({ maxLength: 50 })),
  chargeId: Type.Optional(Uuid()),
})

export const DisputeResolution = Type.Object(
  {
    state: Word(CLOSED_DISPUTE_STATES, 'WON: the charge is APPROVED again.'),
    note: Text(1000, 'How it is known.'),
  },
  STRICT,
)

export const NewEvidence = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 1000,
      description: 'A `publicUrl` of POST /v1/uploads, whose purpose is disputeEvidence.',
    }),
    name: Text(200, "The file's own name."),
  },
  STRICT,
)

export const EvidenceAddress = Type.Object({
  url: Type.String({ description: 'Gives the file for 60 seconds.' }),
  expiresAt: Time(),
})

export const EvidenceParams = Type.Object({ id: Uuid(), evidenceId: Uuid() })

export type Dispute = Static<typeof Dispute>
export type DisputeEvidence = Static<typeof DisputeEvidence>
export type DisputeWithEvidence = Static<typeof DisputeWithEvidence>
export type ListedDispute = Static<typeof ListedDispute>
export type ListedDisputeList = Static<typeof ListedDisputeList>
export type DisputeResolution = Static<typeof DisputeResolution>
export type NewEvidence = Static<typeof NewEvidence>
export type EvidenceAddress = Static<typeof EvidenceAddress>
