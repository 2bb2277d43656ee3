/** What a catalog file declares. The fields stand in the order of a catalog file's sections; types only. */
import type { TSchema } from 'typebox'
import type { BalanceQuestion } from '../../domain/balance.ts'
import type { CardData, KeptCard } from '../../domain/card.ts'
import type { Cents, Currency } from '../../domain/money.ts'
import type { PaymentMethod, WithdrawMethod } from '../../domain/payment-method.ts'
import type { Operation } from '../../domain/provider-operations.ts'
import type { ReceiverRequest, ReceiverStatus } from '../../domain/receiver.ts'
import type { RefundEnd, RefundKey, RefundRequest } from '../../domain/refund.ts'
import type { RefundWindows } from '../../domain/refund-window.ts'
import type { ReceiverRequirement, Requirements } from '../../domain/requirements.ts'
import type { Split, TransactionKey, TransactionRequest } from '../../domain/transaction.ts'
import type { WithdrawalStatus, WithdrawRequestBy } from '../../domain/withdrawal.ts'
import type {
  ClientCertificate,
  CredentialPart,
  Evidence,
  Idempotency,
  Lookup,
  PlatformContext,
  ReceiverKey,
  Steps,
  WithdrawalKey,
} from '../contract.ts'
import type { AmountCodec } from './amounts.ts'
import type { AuthSpec } from './auth.ts'
import type { CredentialsOf } from './credentials.ts'
import type { Derived } from './derived.ts'
import type { ErrorTable } from './errors.ts'
import type { ReceiverStatusTable, StatusTable, WithdrawStatusTable } from './statuses.ts'
import type { WebhookSpec } from './webhook-spec.ts'
import type { Wire } from './wire.ts'

/** What an operation gets besides its input. */
export interface Flow<C, Amount> {
  readonly wire: Wire
  readonly credentials: C
  readonly amounts: AmountCodec<Amount>
  /** ISO 8601 UTC, fixed when the attempt was made. */
  readonly now: string
  /** Random-looking values that are the same whenever the attempt is rebuilt. */
  readonly derived: Derived
  readonly platform: PlatformContext
  /** The credentials of the sub-account in whose name the charge was made. */
  readonly receiverToken?: string | undefined
}

/** For a creation: also when the code expires, by the provider's row in `expirySeconds`. */
export interface CreateFlow<C, Amount> extends Flow<C, Amount> {
  readonly expiry: { readonly seconds: number; readonly days: number; readonly at: string }
  /** The card behind the request's `cardId`, where the product keeps cards for this provider (`cards: 'sealed'`). */
  readonly card: () => KeptCard
}

/**
 * A transaction in the provider's words; the kit turns it into ours. Unknown values are welcome where nothing depends on
 * them: an image or a time that cannot be read is left out, it does not spoil the answer.
 */
export interface TransactionAnswer<Amount> {
  readonly transactionId: string | number
  /** The provider's word; undefined only where it accepts a creation without giving a status. */
  readonly rawStatus: string | undefined
  /** Compared with the request; undefined where the provider does not repeat it. */
  readonly amount?: Amount | null | undefined
  /** The total returned to the buyer, where the provider states it; zero when nothing was. */
  readonly returned?: Amount | null | undefined
  /** What the banks took back, where the provider reports it separately; not included in `returned`. */
  readonly takenBack?: Amount | undefined
  /** What has arrived of a payment whose rest is still waited for. */
  readonly partlyPaid?: Amount | undefined
  /** What the provider lists with a transaction's first payment and no payment of ours names: `furtherPaymentId`. */
  readonly further?: readonly string[] | undefined
  /** Our reference as the provider echoes it, compared with ours. */
  readonly reference?: string | null | undefined
  readonly pixCode?: string | null | undefined
  /** Base64 of a PNG, a data URL, or an https address. */
  readonly pixImage?: unknown
  /** ISO 8601 with an offset. */
  readonly expiresAt?: unknown
  /** The digitable line of a boleto, and where its PDF or page is. */
  readonly billetCode?: string | null | undefined
  readonly billetUrl?: unknown
  /** Why the bank or the provider refused, in its words. */
  readonly refusal?: string | null | undefined
  /** The dispute of a transaction that the buyer's bank takes back; `dueAt` has an offset. */
  readonly dispute?: { readonly dueAt?: unknown; readonly isLost?: boolean } | undefined
}

/** `queued`: the provider has accepted the request and may still deny it. */
export type RefundState = 'done' | 'queued' | 'refused'

export interface RefundAnswer<Amount> {
  /** Our own reference stands in where the provider gives none. */
  readonly refundId?: string | number | null | undefined
  /** Read off the provider's word (`refundState`), or what the specification says of an answer without one. */
  readonly state: RefundState
  /** The provider's word, where no table has it. */
  readonly unknownWord?: string
  /** The amount of this very refund, where the answer states it; compared with the request. */
  readonly amount?: Amount | null | undefined
  /** The transaction's refunded total, where the answer states it. */
  readonly returned?: Amount | null | undefined
}

export interface WithdrawAnswer<Amount> {
  readonly withdrawId: string | number
  /** The provider's word; `status` instead where the specification gives the status without one. */
  readonly rawStatus?: string | undefined
  readonly status?: WithdrawalStatus
  /** Compared with the request; undefined where the provider does not repeat it. */
  readonly amount?: Amount | null | undefined
  /** ISO 8601 with an offset. */
  readonly approvedAt?: unknown
  /** Our reference as the provider echoes it, compared with ours. */
  readonly reference?: string | null | undefined
}

export interface ReceiverAnswer {
  readonly receiverId: string | number
  readonly receiverToken?: string | null | undefined
  /** The provider's word; `status` instead where it is not read off one word. */
  readonly rawStatus?: string | undefined
  readonly status?: ReceiverStatus
  readonly balance?: Cents
}

/** The available and the pending balance; either may be negative. */
export interface BalanceAnswer<Amount> {
  readonly available: Amount
  readonly pending?: Amount | null | undefined
}

type CreateOperation<C, Amount> = (
  request: TransactionRequest,
  flow: CreateFlow<C, Amount>,
) => Steps<TransactionAnswer<Amount>>

type WithdrawOperation<C, Amount, Method extends WithdrawMethod> = (
  request: WithdrawRequestBy[Method],
  flow: Flow<C, Amount>,
) => Steps<WithdrawAnswer<Amount>>

/** What the provider cannot do although others can, where the specification has its own words for saying so. */
export type UnsupportedMessages = Readonly<
  Partial<Record<PaymentMethod | Operation | `withdraw:${WithdrawMethod}`, string>>
>

export interface ProviderSpec<Parts extends readonly CredentialPart[], Amount, Webhook extends TSchema> {
  readonly code: string
  readonly name: string
  readonly evidence: Evidence
  /** Default host with its version path; an account's base URL replaces all of it. */
  readonly host: string
  /** Further hosts, each with its own proof where it has one; `host` in a request's options picks one. */
  readonly hosts?: Readonly<Record<string, HostSpec<CredentialsOf<Parts>>>>
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly clientCertificate?: ClientCertificate
  /** Said when the platform has no certificate that could be used, where the specification has words for it. */
  readonly certificateMissing?: string

  readonly credentials: Parts
  readonly auth: AuthSpec<CredentialsOf<Parts>>

  readonly idempotency: Idempotency
  /** Nothing makes a refund or a withdrawal safe to repeat unless it is declared here. */
  readonly refundIdempotency?: Idempotency
  readonly withdrawIdempotency?: Idempotency
  readonly lookup: Lookup | null
  readonly withdrawLookup?: Lookup

  readonly amounts: AmountCodec<Amount>
  /** How a charge can be split among receivers. Any other split is refused: dropping it would misplace money. */
  readonly splits?: readonly Split['type'][]
  /**
   * A charge can be made in a receiver's account, by its token, and a card saved for one. Elsewhere both are refused: the money would be
   * the platform's.
   */
  readonly receiverTokens?: true
  /** `sealed`: the product keeps the card, encrypted, and sends it with each charge. */
  readonly cards?: 'sealed'
  /** What a card can be charged in; reais alone when left out. Pix and boletos are always in reais. */
  readonly currencies?: readonly Currency[]
  /** How many installments a card is charged in at most. */
  readonly maxInstallments?: number
  /** Said of a card charge without a card, where the specification has words for it. */
  readonly cardMissing?: string
  /** Whose code can be withdrawn; left out where every one can. */
  readonly cancelMethods?: readonly PaymentMethod[]
  /** Which charges can be refunded; left out where all can. */
  readonly refundMethods?: readonly PaymentMethod[]
  /** Days after its payment during which a charge can be refunded, where the provider states it; a Pix has 90 everywhere. */
  readonly refundWindowDays?: RefundWindows
  /** Where it is not what the operations say: `refund` where refunds can be read, else `whole` where charges can, else `notice`. */
  readonly refundEnd?: RefundEnd
  /** Whose refunds take back the whole charge, or nothing: `true` where all are so. */
  readonly refundsWholeOnly?: true | readonly PaymentMethod[]
  /** Where a card's installments are refunded only all together, while a card that is charged at once is refunded in part too. */
  readonly refundsInstallmentsTogether?: true
  /** What a charge must say here beyond what every charge says, by how it is paid. */
  readonly requires?: Requirements
  /** The same of a new receiver. The adapter refuses one that lacks it where the specification does, else the provider. */
  readonly receiverRequires?: readonly ReceiverRequirement[]
  /** What it reads of the platform: it is handed nothing else. Certificates are declared where they are shown. */
  readonly platformRequires?: readonly (keyof PlatformContext)[]
  /** A reading of a paid charge states what has gone back of it, unless that cannot be read: then it says nothing of refunds. */
  readonly statesReturned?: true
  readonly expirySeconds: Readonly<Partial<Record<PaymentMethod, number>>>
  readonly statuses: StatusTable
  readonly withdrawStatuses?: WithdrawStatusTable
  readonly receiverStatuses?: ReceiverStatusTable
  readonly errors: ErrorTable
  readonly unsupported?: UnsupportedMessages

  /** One entry per payment method that the provider takes. */
  readonly createTransaction?: Readonly<Partial<Record<PaymentMethod, CreateOperation<CredentialsOf<Parts>, Amount>>>>
  readonly readTransaction?: (
    transaction: TransactionKey,
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<TransactionAnswer<Amount>>
  /** @returns null only when the provider has answered that there is none. */
  readonly findTransaction?: (
    attempt: { reference: string; paymentMethod: PaymentMethod; createdAt: string },
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<TransactionAnswer<Amount> | null>

  /** Never one that would give back money that has come. */
  readonly cancelTransaction?: (
    transaction: TransactionKey,
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<TransactionAnswer<Amount>>

  readonly refund?: (request: RefundRequest, flow: Flow<CredentialsOf<Parts>, Amount>) => Steps<RefundAnswer<Amount>>
  /** @returns null where the provider lists no such refund, which does not say that there is none. */
  readonly readRefund?: (
    refund: RefundKey,
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<RefundAnswer<Amount> | null>

  /** One entry per way of paying out. */
  readonly withdraw?: {
    readonly [Method in WithdrawMethod]?: WithdrawOperation<CredentialsOf<Parts>, Amount, Method>
  }
  readonly readWithdraw?: (
    withdrawal: WithdrawalKey,
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<WithdrawAnswer<Amount>>
  /** @returns null only when the provider has answered that there is none. */
  readonly findWithdraw?: (
    attempt: { withdrawReference: string; createdAt: string },
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<WithdrawAnswer<Amount> | null>

  readonly createReceiver?: (
    request: ReceiverRequest,
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<ReceiverAnswer>
  readonly readReceiver?: (receiver: ReceiverKey, flow: Flow<CredentialsOf<Parts>, Amount>) => Steps<ReceiverAnswer>

  readonly readBalance?: (
    question: BalanceQuestion,
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<BalanceAnswer<Amount>>

  /** @returns what stands for the card at this provider, for one charge. */
  readonly tokenizeCard?: (card: CardData, flow: Flow<CredentialsOf<Parts>, Amount>) => Steps<string>
  /** @returns what stands for the card at this provider, for many charges. */
  readonly buildCardId?: (card: CardData, flow: Flow<CredentialsOf<Parts>, Amount>) => Steps<string>

  readonly webhook?: WebhookSpec<Webhook>
}

export interface HostSpec<C> {
  /** Default address; an account's base URL replaces it by its part at this host's place. */
  readonly url: string
  /** The provider's own when left out. */
  readonly auth?: AuthSpec<C>
  readonly clientCertificate?: ClientCertificate
}
