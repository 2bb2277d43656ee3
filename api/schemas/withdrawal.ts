import { type Static, Type } from 'typebox'
import { APPROVAL_STATES } from '../../domain/approval.ts'
import { WITHDRAW_METHODS } from '../../domain/payment-method.ts'
import { PIX_KEY_TYPES, WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { Amount, Email, Nullable, Text, Uuid, Word } from './common.ts'
import { DISBURSEMENT_FIELDS, DISBURSEMENT_FILTERS } from './disbursement.ts'
import { ListOf, PAGE_QUERY } from './list.ts'
import { NewMetadata } from './metadata.ts'

const Document = () => Type.String({ minLength: 11, maxLength: 18, description: 'CPF or CNPJ, bare or formatted.' })
const DocumentType = () => Word(['CPF', 'CNPJ'])
const AccountType = () => Word(['CHECKING', 'SAVINGS'])

/** `POST /v1/withdrawals`. Without `providerAccountId` the platform's own order of accounts decides. */
export const NewWithdrawal = Type.Object(
  {
    paymentMethod: Word(WITHDRAW_METHODS),
    amount: Amount(),
    pixKey: Type.Optional(Text(100, 'For PIX; documents and phones bare or formatted.')),
    pixType: Type.Optional(
      Word(
        PIX_KEY_TYPES,
        'Required for PIX, except where the key can be of one type only. Bare digits may be a CPF or a phone.',
      ),
    ),
    description: Type.Optional(Text(200)),
    document: Type.Optional(Document()),
    documentType: Type.Optional(DocumentType()),
    name: Type.Optional(Text(200)),
    email: Type.Optional(Email()),
    withdrawReference: Type.Optional(Text(100, 'Your own reference.')),
    receiverId: Type.Optional(
      Text(
        100,
        "For RECEIVER: a receiver's `id`, or the id that its provider gave. An id that no receiver here has needs `providerAccountId` where more than one account could pay it.",
      ),
    ),
    bankCode: Type.Optional(Type.String({ pattern: '^\\d{3,8}$', description: 'For BANK_ACCOUNT, e.g. 341.' })),
    accountType: Type.Optional(AccountType()),
    branchNumber: Type.Optional(Text(10)),
    accountNumber: Type.Optional(Text(30)),
    accountHolder: Type.Optional(Text(200, '`name` when left out.')),
    accountDocument: Type.Optional(Document()),
    metadata: Type.Optional(NewMetadata()),
    providerAccountId: Type.Optional(Uuid()),
  },
  { additionalProperties: false },
)

const Destination = Type.Object({
  pixKey: Type.Optional(Type.String()),
  pixType: Type.Optional(Word(PIX_KEY_TYPES)),
  document: Type.Optional(Type.String()),
  documentType: Type.Optional(DocumentType()),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  receiverId: Type.Optional(Type.String()),
  bankCode: Type.Optional(Type.String()),
  accountType: Type.Optional(AccountType()),
  branchNumber: Type.Optional(Type.String()),
  accountNumber: Type.Optional(Type.String()),
  accountHolder: Type.Optional(Type.String()),
  accountDocument: Type.Optional(Type.String()),
})

export const Withdrawal = Type.Object({
  id: Uuid(),
  withdrawId: Nullable(Type.String({ description: "The provider's id." })),
  status: Word(WITHDRAWAL_STATUSES),
  statusUnmapped: Type.Boolean({
    description: "The provider's word is in no table: `status` is its default, and no end.",
  }),
  paymentMethod: Word(WITHDRAW_METHODS),
  destination: Destination,
  description: Type.String(),
  withdrawReference: Nullable(Type.String()),
  approval: Nullable(
    Type.Object(
      {
        state: Word(APPROVAL_STATES),
        dueAt: Type.String({ format: 'date-time', description: 'Without an approval it is CANCELED then.' }),
        requestedBy: Nullable(
          Type.String({ description: 'The user who asked for it, or who made the API key that did.' }),
        ),
        approvedBy: Nullable(Type.String({ description: 'The user who approved it.' })),
      },
      { description: "Above the platform's `approvalAbove` nothing is sent until a second operator has approved it." },
    ),
  ),
  ...DISBURSEMENT_FIELDS,
})

export const WithdrawalList = ListOf(Withdrawal)

export const WithdrawalListQuery = Type.Object({
  ...PAGE_QUERY,
  ...DISBURSEMENT_FILTERS,
  status: Type.Optional(Word(WITHDRAWAL_STATUSES)),
  paymentMethod: Type.Optional(Word(WITHDRAW_METHODS)),
  withdrawReference: Type.Optional(Type.String({ maxLength: 100 })),
})

export type NewWithdrawal = Static<typeof NewWithdrawal>
export type Withdrawal = Static<typeof Withdrawal>
export type WithdrawalList = Static<typeof WithdrawalList>
export type WithdrawalListQuery = Static<typeof WithdrawalListQuery>
