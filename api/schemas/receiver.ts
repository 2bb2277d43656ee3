import { type Static, Type } from 'typebox'
import { SHOWN_CAUSES } from '../../domain/cause.ts'
import {
  RECEIVER_ATTENTION,
  RECEIVER_DOCUMENTS,
  RECEIVER_EVENT_TYPES,
  RECEIVER_STATUSES,
} from '../../domain/receiver.ts'
import { ChargeAttempt } from './charge.ts'
import { Email, Livemode, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY, SEARCH_QUERY, SORT_QUERY } from './list.ts'
import { Metadata, NewMetadata } from './metadata.ts'
import { DECISION_ID } from './proof.ts'

const STRICT = { additionalProperties: false } as const
const AccountType = Word(['CHECKING', 'SAVINGS'])
const Document = () =>
  Type.Optional(Type.String({ format: 'uri', maxLength: 1000, description: 'A `publicUrl` of POST /v1/uploads.' }))

/** `POST /v1/receivers`. Without `providerAccountId`: at the first account that opens receivers. */
export const NewReceiver = Type.Object(
  {
    name: Text(200),
    document: Type.String({ minLength: 11, maxLength: 18, description: 'CPF or CNPJ, bare or formatted.' }),
    documentType: Type.Unsafe<'CPF' | 'CNPJ'>(Type.String({ maxLength: 20, description: 'CPF or CNPJ.' })),
    email: Email(),
    description: Type.Optional(Text(500)),
    address: Type.Object(
      {
        street: Text(200),
        number: Text(20),
        zipcode: Type.String({ minLength: 8, maxLength: 9, description: 'CEP, bare or formatted.' }),
        city: Text(100),
        district: Text(100),
        state: Type.String({ minLength: 2, maxLength: 2, description: 'UF, e.g. SP.' }),
      },
      STRICT,
    ),
    bankAccount: Type.Object(
      {
        bankCode: Text(20, 'Three digits, e.g. 341.'),
        branchNumber: Type.String({ pattern: '^\\d{1,6}$' }),
        branchDigit: Type.Optional(Type.String({ pattern: '^[\\dXx]$' })),
        accountNumber: Type.String({ pattern: '^\\d{1,20}$' }),
        accountDigit: Type.Optional(Type.String({ pattern: '^[\\dXx]{1,2}$' })),
        accountType: AccountType,
        pixCode: Type.Optional(Text(100)),
      },
      STRICT,
    ),
    userId: Type.Optional(Text(100)),
    metadata: Type.Optional(NewMetadata()),
    documents: Type.Optional(
      Type.Object(
        {
          photoDocument: Document(),
          photoPersonWithDocument: Document(),
          photoDocumentSocialContract: Document(),
          addressProof: Document(),
          balanceSheet: Document(),
        },
        STRICT,
      ),
    ),
    providerData: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        description:
          "What one provider asks for and no other, e.g. ASAAS's `incomeValue`. PAGARME and PAGARMEBAAS take `mobilePhone`, `complement` and `referencePoint`; of an individual `birthDate`, `incomeValue` and `professionalOccupation`; of a company `tradingName`, `annualRevenue` and `managingPartners`, each with `name`, `email`, `document` and what is said of an individual. The whole request is at most 64 kB of JSON.",
      }),
    ),
    providerAccountId: Type.Optional(Uuid()),
  },
  STRICT,
)

export const Receiver = Type.Object({
  id: Uuid(),
  receiverId: Nullable(Type.String({ description: "The provider's id: for splits and withdrawals." })),
  receiverToken: Type.Optional(
    Nullable(
      Type.String({
        description:
          "The `receiverToken` of charges in its name, where its provider takes any: our own name for it, as the provider's is a credential. Only when it is opened, or asked for alone.",
      }),
    ),
  ),
  bankAccount: Type.Optional(
    Type.Object(
      {
        bankCode: Type.String(),
        branchNumber: Type.String(),
        accountLastDigits: Type.String({ description: 'At most four, and at most half of them.' }),
        accountType: AccountType,
      },
      { description: 'Where its money goes. Only when it is asked for alone.' },
    ),
  ),
  receiverProvider: Type.String(),
  providerAccountId: Uuid(),
  name: Type.String(),
  document: Type.String(),
  documentType: Word(['CPF', 'CNPJ']),
  email: Type.String(),
  status: Word(RECEIVER_STATUSES),
  balance: Nullable(Type.Integer({ description: 'Integer cents.' })),
  metadata: Metadata(),
  livemode: Livemode,
  needsAttention: Type.Boolean(),
  attention: Nullable(Word(RECEIVER_ATTENTION)),
  failureMessage: Nullable(Type.String({ description: "The last refusal, in the provider's words or ours." })),
  createdAt: Time(),
  updatedAt: Time(),
  workflow: Type.Object({ workflowId: Type.String(), runId: Nullable(Type.String()) }),
})

export const ReceiverEvent = Type.Object({
  id: Uuid(),
  at: Time(),
  type: Word(RECEIVER_EVENT_TYPES),
  from: Nullable(Word(RECEIVER_STATUSES)),
  to: Nullable(Word(RECEIVER_STATUSES)),
  cause: Word(SHOWN_CAUSES),
  detail: Nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  decisionId: DECISION_ID,
})

/** `GET /v1/receivers/:id/events`: the whole history, oldest first. */
export const ReceiverEvents = ListOf(ReceiverEvent)

const { transactionId: _, ...ATTEMPT } = ChargeAttempt.properties
/** A charge's attempt, with the receiver's id in place of the transaction's. */
export const ReceiverAttempt = Type.Object({ ...ATTEMPT, receiverId: Receiver.properties.receiverId })

/** `GET /v1/receivers/:id/attempts`: what was said to its provider. */
export const ReceiverAttempts = ListOf(ReceiverAttempt)

/** `GET /v1/receivers/:id/documents`: its holder's papers, each at an address that lives for 60 seconds. */
export const ReceiverPapers = ListOf(
  Type.Object({
    name: Word(RECEIVER_DOCUMENTS),
    url: Type.String(),
    expiresAt: Time(),
  }),
)
export const PaperParams = Type.Object({ id: Uuid(), name: Word(RECEIVER_DOCUMENTS) })

export const ReceiverList = ListOf(Receiver)
export const ReceiverListQuery = Type.Object({
  ...PAGE_QUERY,
  status: Type.Optional(Word(RECEIVER_STATUSES)),
  provider: Type.Optional(Type.String({ maxLength: 50 })),
  ...SORT_QUERY,
  ...SEARCH_QUERY,
})

export type NewReceiver = Static<typeof NewReceiver>
export type Receiver = Static<typeof Receiver>
export type ReceiverEvent = Static<typeof ReceiverEvent>
export type ReceiverAttempt = Static<typeof ReceiverAttempt>
export type ReceiverAttempts = Static<typeof ReceiverAttempts>
export type ReceiverEvents = Static<typeof ReceiverEvents>
export type ReceiverList = Static<typeof ReceiverList>
export type ReceiverPapers = Static<typeof ReceiverPapers>
export type ReceiverListQuery = Static<typeof ReceiverListQuery>
