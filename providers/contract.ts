/**
 * The provider contract: types only.
 * An adapter is data plus pure generators. A generator yields the requests to be sent and is resumed with the answers;
 * it never does I/O, reads a clock or draws a random number (`now` and `reference` come in through its context), so the same
 * input always yields the same bytes. `gateway/http-client.ts` is the driver.
 */
import type { BalanceQuestion, BalanceReading } from '../domain/balance.ts'
import type { CardData } from '../domain/card.ts'
import type { ChargeStatus } from '../domain/charge.ts'
import type { Currency } from '../domain/money.ts'
import type { PaymentMethod, WithdrawMethod } from '../domain/payment-method.ts'
import type { Operation } from '../domain/provider-operations.ts'
import type { ReceiverReading, ReceiverRequest, ReceiverResult } from '../domain/receiver.ts'
import type { RefundEnd, RefundKey, RefundRequest, RefundResult } from '../domain/refund.ts'
import type { RefundWindows } from '../domain/refund-window.ts'
import type { PlatformSetting, ReceiverRequirement, Requirements } from '../domain/requirements.ts'
import type {
  Split,
  TransactionKey,
  TransactionReading,
  TransactionRequest,
  TransactionResult,
} from '../domain/transaction.ts'
import type { WithdrawalStatus, WithdrawRequest, WithdrawResult } from '../domain/withdrawal.ts'
import type { WebhookEvent } from './webhook-event.ts'

export type { WebhookEvent, WithdrawEvent } from './webhook-event.ts'

/** What repeating a request risks: nothing, a wasted object, or moving money twice. */
export type Risk = 'read' | 'repeatable' | 'money'

export type WireBody =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'form'; readonly value: Readonly<Record<string, string>> }
  /** Exact bytes, for providers that have the body signed. */
  | { readonly type: 'text'; readonly value: string; readonly contentType: string }

/** Where a downloaded document goes in our object storage. */
export interface Publication {
  readonly folder: string
  readonly name: string
  readonly contentType: string
}

/** One HTTP request as the adapter wants it, before the driver adds authentication. */
export interface WireRequest {
  readonly risk: Risk
  /** The name used in traces: an operation, or the token request. Not sent to the provider. */
  readonly operation?: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute: the account's base URL (or the default host) and the path. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: WireBody
  /** False for calls that carry their own authentication, as a token request does. */
  readonly authenticated: boolean
  /** One of the provider's further hosts. A host may have its own authentication and client certificate. */
  readonly host?: string
  /** The driver stores the downloaded document and answers `{ "url": <public address> }` instead. */
  readonly publishAs?: Publication
}

/** The provider's answer, unparsed. Header names are lower case. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A flow of one or more requests that ends in `T` or throws ProviderError. */
export type Steps<T> = Generator<WireRequest, T, WireAnswer>

/** Named parts of an account's credentials, after unpacking `publicKey` and `secretKey`. */
export type Credentials = Readonly<Record<string, string>>

/** One row of a provider's credentials table: drives parsing, the admin form and log redaction. */
export interface CredentialPart {
  readonly name: string
  readonly from: 'publicKey' | 'secretKey' | 'webhookSecret'
  /** Position among the parts packed with a pipe; 0 when the value is not packed. */
  readonly index: number
  readonly required: boolean
  readonly secret: boolean
  /** Thrown when a required part is missing; the kit has a default. */
  readonly missingMessage?: string
}

export interface Context {
  readonly credentials: Credentials
  /** Overrides the provider's default host; with further hosts, theirs follow in their order, packed with a pipe. */
  readonly baseUrl?: string
  /** ISO 8601 UTC, fixed when the attempt was made: a replay of the attempt builds the same bytes. */
  readonly now: string
  /** Unguessable and fixed when the attempt was made. Adapters derive random-looking values from it. */
  readonly entropy: string
  /** Base64 of the 32 bytes that seal the cards kept for this provider. */
  readonly cardKey?: string
  readonly platform?: PlatformContext
  /** The sub-account's own credentials, for reading and refunding charges made in its name. */
  readonly receiverToken?: string
}

/** What a platform holds that a provider may ask for. */
export interface PlatformContext {
  /** PEM in Base64, for providers that have requests signed. */
  readonly privateKey?: string
  readonly defaultReceiverId?: string
}

/** How the driver authenticates `authenticated` requests. */
export type Auth =
  | {
      readonly type: 'headers'
      readonly headers: (credentials: Credentials) => Readonly<Record<string, string>>
      /** For providers that take their key in the address. */
      readonly query?: (credentials: Credentials) => Readonly<Record<string, string>>
    }
  | {
      /** A token that the driver requests and caches, per account, until `earlySeconds` before it expires. */
      readonly type: 'token'
      readonly fetch: (context: Context) => Steps<{ token: string; expiresInSeconds: number }>
      readonly headers: (token: string, credentials: Credentials) => Readonly<Record<string, string>>
      readonly earlySeconds: number
    }

/**
 * Client certificate for mutual TLS: downloaded from an address that the platform holds and cached for an hour, or in the
 * account's own keys, as the parts `certificate` and `certificateKey` (PEM, or Base64 of it).
 */
export type ClientCertificate = 'certCashInUrl' | 'certCashOutUrl' | 'credentials'

/** What the driver must know of one host of a provider. */
export interface Access {
  readonly auth: Auth
  readonly clientCertificate?: ClientCertificate
  /** Said when there is no certificate that could be used, in place of 'Unauthorized.'. */
  readonly certificateMissing?: string
}

/** What makes repeating a money request safe at this provider, and for how long: see kit/idempotency.ts. */
export type Idempotency =
  | { readonly type: 'header' | 'field' | 'naturalId'; readonly name: string; readonly keptFor: number | 'forever' }
  | { readonly type: 'none' }

/** How a transaction or withdrawal is found by our reference, and what an empty search means. */
export interface Lookup {
  /** The request, for people: `GET /payments?externalReference=`. */
  readonly call: string
  /**
   * Seconds after a request during which a search may not yet show its result. `unknown`: an empty search is never
   * enough to send money again.
   */
  readonly staleFor: number | 'unknown'
  /** How many seconds back the search reaches. For an older attempt, an empty search proves nothing. */
  readonly reaches: number | 'unlimited'
}

export type AmountUnit = 'cents' | 'reais' | 'reaisString'

export type TransactionSearch = { reference: string; paymentMethod: PaymentMethod; createdAt: string }
export type WithdrawalSearch = { withdrawReference: string; createdAt: string }

export interface WithdrawalKey {
  readonly withdrawId: string
  readonly paymentMethod?: WithdrawMethod
  readonly receiverId?: string
}

/** `isActive`: it was found able to receive before. */
export type ReceiverKey = Readonly<{ receiverId: string; receiverToken?: string; isActive?: true }>

export type WebhookVerification = 'signature' | 'sharedSecret' | 'none'

/** A webhook as it came in. Header names are lower case; `body` is the exact text that was received. */
export interface IncomingWebhook {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  /** ISO 8601 UTC. Required by a proof that expires: without it, such a proof is rejected. */
  readonly receivedAt?: string
}

/** Where the wire facts of a provider come from; nothing assumed is ever called verified. */
export type Evidence = 'documentation' | 'clients' | 'specification'

/**
 * A provider as the rest of the product sees it. Every operation exists on every adapter: one that the provider lacks
 * throws ProviderError('NotSupported') with the specification's message.
 */
export interface Provider extends Access {
  readonly code: string
  readonly name: string
  readonly evidence: Evidence
  /** The provider's public address; null where none is known, so each account must give one. */
  readonly host: string | null
  readonly credentials: readonly CredentialPart[]
  /** Further hosts, by the name that a request's `host` gives. */
  readonly hosts: Readonly<Record<string, Access>>
  readonly amountUnit: AmountUnit
  readonly idempotency: Idempotency
  readonly refundIdempotency: Idempotency
  readonly withdrawIdempotency: Idempotency
  /** Of a transaction, by our reference; null when it cannot be found so. */
  readonly lookup: Lookup | null
  /** The same of a withdrawal. */
  readonly withdrawLookup: Lookup | null
  /** The status that the specification gives to an unknown word. */
  readonly unknownStatus: ChargeStatus | null
  /** Whether the provider has a word for a payment that a bank is disputing, before the money is taken. */
  readonly tellsOfAsking: boolean
  /** What its word for a transaction's status means; null where its table has no such word. */
  meaningOf(word: string): ChargeStatus | null
  /** The same of a withdrawal's status. */
  withdrawMeaningOf(word: string): WithdrawalStatus | null
  /** How a reading tells that all has gone back, so that one that says paid means it has not. Without its `sum` it says nothing of that. */
  readonly tellsOfRefunds: 'word' | 'sum' | null
  readonly webhookVerification: WebhookVerification
  /** Whether a webhook that proves itself could not have been another one: its proof covers each field that is believed. */
  readonly webhookBindsFields: boolean
  /** Said of a charge by card that names none. */
  readonly cardMissing: string
  /** What a charge must say for this provider beyond what every charge says; a method without an entry needs no more. */
  readonly requires: Requirements
  /** What a new receiver must have for this provider. */
  readonly receiverRequires: readonly ReceiverRequirement[]
  /** The platform's settings that it rests on: its certificates, and what its adapter is handed of the platform. */
  readonly platformRequires: readonly PlatformSetting[]
  readonly capabilities: {
    readonly operations: readonly Operation[]
    readonly paymentMethods: readonly PaymentMethod[]
    readonly withdrawMethods: readonly WithdrawMethod[]
    /** The charges whose unpaid code can be cancelled. */
    readonly cancelMethods: readonly PaymentMethod[]
    /** The charges that can be refunded, and those of them that can be refunded in part. */
    readonly refundMethods: readonly PaymentMethod[]
    readonly partialRefundMethods: readonly PaymentMethod[]
    /** Whether a part of a card charge in more than one installment can be refunded. */
    readonly partialInstallmentRefunds: boolean
    /** How the end of a refund that is under way becomes known; null where there are no refunds. */
    readonly refundEnd: RefundEnd | null
    /** Days after its payment during which a charge can be refunded, by payment method. */
    readonly refundWindowDays: RefundWindows
    /** How a charge can be split among receivers; empty where it cannot be. */
    readonly splitTypes: readonly Split['type'][]
    /** Whether a charge can be made in a receiver's account, by its token, and a card saved for one. */
    readonly receiverTokens: boolean
  }
  /** What a card can be charged in. */
  readonly currencies: readonly Currency[]
  /** How many installments a card is charged in at most; null where the provider sets no limit that we know of. */
  readonly maxInstallments: number | null
  /** True where the product keeps the card itself, and sends it, with its code while there is one, at each charge. */
  readonly sealsCards: boolean
  /** @throws ProviderError Unauthorized or InvalidRequest when a required part is missing. */
  parseCredentials(packed: { publicKey?: string; secretKey?: string; webhookSecret?: string }): Credentials
  /** Throws exactly when createTransaction would because it lacks the method: 'Method not implemented.' or the provider's own words. */
  assertSupports(method: PaymentMethod): void
  /** The same of withdrawals. */
  assertSupportsWithdraw(method: WithdrawMethod): void
  createTransaction(request: TransactionRequest, context: Context): Steps<TransactionResult>
  readTransaction(transaction: TransactionKey, context: Context): Steps<TransactionReading>
  /** Finds what an unanswered createTransaction made; null when the provider has no transaction with this reference. */
  findTransaction(attempt: TransactionSearch, context: Context): Steps<TransactionReading | null>
  /** Cancels an unpaid code; never refunds a payment. Repeating it changes nothing. @returns the transaction afterwards. */
  cancelTransaction(transaction: TransactionKey, context: Context): Steps<TransactionReading>
  refund(request: RefundRequest, context: Context): Steps<RefundResult>
  /** A refund's state, `status: false` when it failed; null where the provider lists no such refund, which proves nothing. */
  readRefund(refund: RefundKey, context: Context): Steps<RefundResult | null>
  withdraw(request: WithdrawRequest, context: Context): Steps<WithdrawResult>
  readWithdraw(withdrawal: WithdrawalKey, context: Context): Steps<WithdrawResult>
  /** Finds what an unanswered withdraw made; null when the provider has no withdrawal with this reference. */
  findWithdraw(attempt: WithdrawalSearch, context: Context): Steps<WithdrawResult | null>
  createReceiver(request: ReceiverRequest, context: Context): Steps<ReceiverResult>
  readReceiver(receiver: ReceiverKey, context: Context): Steps<ReceiverReading>
  /** The balance of the account, or of one of its receivers, according to the provider. */
  readBalance(question: BalanceQuestion, context: Context): Steps<BalanceReading>
  /** @returns what stands for the card at this provider, for one charge. */
  tokenizeCard(card: CardData, context: Context): Steps<{ cardToken: string }>
  /** @returns what stands for the card at this provider, for many charges. */
  buildCardId(card: CardData, context: Context): Steps<{ cardId: string }>
  /** True for the empty call with which a provider tests an address: there is nothing to verify, store or act on. */
  isProbe(webhook: IncomingWebhook): boolean
  /** Whether the account holds the secret that proves its webhooks. Without it, webhooks are treated as unsigned. */
  canVerifyWebhook(credentials: Credentials): boolean
  /** The value, right or wrong, where the provider repeats a shared secret in clear. It must not be stored. */
  sharedSecretIn(webhook: IncomingWebhook): string | undefined
  /** True only when the webhook is proved to come from the provider; false when the proof is wrong or missing. Constant time. */
  verifyWebhook(webhook: IncomingWebhook, credentials: Credentials): boolean
  /** Whether it is of a kind that the provider documents without a proof, although it proves others. */
  isUnsignedWebhook(webhook: IncomingWebhook): boolean
  /** Throws only ProviderError, for any body. */
  translateWebhook(webhook: IncomingWebhook): WebhookEvent
  /**
   * One webhook per transaction, for providers that report several at once (BACEN's `{pix:[...]}`); otherwise itself alone.
   * To be called after verifyWebhook, which needs the body as it came. Never throws.
   */
  splitWebhook(webhook: IncomingWebhook): readonly IncomingWebhook[]
}
