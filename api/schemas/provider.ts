import { type Static, Type } from 'typebox'
import { PAYMENT_METHODS, WITHDRAW_METHODS } from '../../domain/payment-method.ts'
import { OPERATIONS } from '../../domain/provider-operations.ts'
import { REFUND_ENDS } from '../../domain/refund.ts'
import { PLATFORM_SETTINGS, RECEIVER_REQUIREMENTS, REQUIRABLE_FIELDS } from '../../domain/requirements.ts'
import { Nullable, Word } from './common.ts'
import { ListOf } from './list.ts'

/** One value that an account at this provider needs; `from` and `index` say where it is packed. */
export const CredentialPart = Type.Object({
  name: Type.String(),
  from: Word(['publicKey', 'secretKey', 'webhookSecret']),
  index: Type.Integer({ description: 'Position among the parts packed with a pipe.' }),
  required: Type.Boolean(),
  secret: Type.Boolean(),
})

const Required = Type.Optional(Type.Array(Word(REQUIRABLE_FIELDS)))

export const Provider = Type.Object({
  code: Type.String(),
  name: Type.String(),
  host: Nullable(Type.String({ description: 'Its public address; null where an account has to name it.' })),
  operations: Type.Array(Word(OPERATIONS)),
  paymentMethods: Type.Array(Word(PAYMENT_METHODS)),
  withdrawMethods: Type.Array(Word(WITHDRAW_METHODS)),
  cancelMethods: Type.Array(Word(PAYMENT_METHODS), {
    description: 'Methods whose code can be withdrawn until it is paid.',
  }),
  refundMethods: Type.Array(Word(PAYMENT_METHODS), { description: 'Methods whose charges can be refunded.' }),
  partialRefundMethods: Type.Array(Word(PAYMENT_METHODS), {
    description: 'Methods whose charges can be refunded in part; the others only as a whole.',
  }),
  partialInstallmentRefunds: Type.Boolean({
    description:
      'Whether a card charge in more than one installment can be refunded in part. Where `partialRefundMethods` has cards and this is false, its installments are refunded all together or not at all.',
  }),
  refundEnd: Nullable(
    Word(
      REFUND_ENDS,
      'How the end of a refund becomes known: `answer`, its answer is the end; `refund`, the refund is read; `sum`, the charge is read, and how much of it has gone back; `whole`, that all of it has; `notice`, a notice says that all of it has; `unknown`, an operator says it. Null where there are no refunds.',
    ),
  ),
  refundWindowDays: Type.Object(
    {
      PIX: Type.Optional(Type.Integer()),
      CREDIT_CARD: Type.Optional(Type.Integer()),
      BILLET: Type.Optional(Type.Integer()),
    },
    { description: 'For how many days after its payment a charge can be refunded, where that is known.' },
  ),
  requires: Type.Object(
    { PIX: Required, CREDIT_CARD: Required, BILLET: Required },
    {
      description:
        'Fields of `POST /v1/charges` that this provider needs, by payment method. `customerIp` of a card charge is the address of the request where it is left out.',
    },
  ),
  receiverRequires: Type.Array(Word(RECEIVER_REQUIREMENTS), {
    description:
      "What `POST /v1/receivers` must say for this provider: `cnpj`, a company; `income`, `providerData.incomeValue`, a month's in reais; `documents`, all of them; `registration`, in `providerData` what its description lists of an individual or of a company.",
  }),
  platformRequires: Type.Array(Word(PLATFORM_SETTINGS), {
    description:
      "Settings of the platform that this provider rests on: `certCashInUrl`, for every request; `certCashOutUrl`, for withdrawals; `privateKey`, which signs withdrawals; `defaultReceiverId`, in whose name withdrawals are made, or whose balance is the account's. `PATCH /v1/platforms/:id` sets them.",
  }),
  credentials: Type.Array(CredentialPart),
  idempotency: Word(['header', 'field', 'naturalId', 'none']),
  lookup: Nullable(Type.String({ description: 'How an unanswered charge is found; null when it cannot be.' })),
  withdrawLookup: Nullable(
    Type.String({ description: 'How an unanswered withdrawal is found; null when it cannot be.' }),
  ),
  webhookVerification: Word(['signature', 'sharedSecret', 'none']),
  evidence: Word(['documentation', 'clients', 'specification']),
})

/** `GET /v1/providers`: all of them, in the order of their codes. */
export const ProviderList = ListOf(Provider)

export type CredentialPart = Static<typeof CredentialPart>
export type Provider = Static<typeof Provider>
export type ProviderList = Static<typeof ProviderList>
