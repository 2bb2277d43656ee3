/** What a catalog file declares. The fields stand in the order of a catalog file's sections; types only. */
import type { Static, TSchema } from 'typebox'
import type { ChargeStatus } from '../../domain/charge-status.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type {
  ClientCertificate,
  CredentialPart,
  Evidence,
  Idempotency,
  IncomingWebhook,
  Steps,
  WebhookVerification,
} from '../contract.ts'
import type { AmountCodec } from './amounts.ts'
import type { AuthSpec } from './auth.ts'
import type { CredentialsOf } from './credentials.ts'
import type { ErrorTable } from './errors.ts'
import type { Verify } from './proof.ts'
import type { StatusTable } from './statuses.ts'
import type { Wire } from './wire.ts'

/** What an operation gets besides its input. */
export interface Flow<C, Amount> {
  readonly wire: Wire
  readonly credentials: C
  readonly amounts: AmountCodec<Amount>
  /** ISO 8601 UTC, fixed when the attempt was made. */
  readonly now: string
}

/** In a creation, also when the code stops being payable, by the provider's row in `expirySeconds`. */
export interface CreateFlow<C, Amount> extends Flow<C, Amount> {
  readonly expiry: { readonly seconds: number; readonly at: string }
}

/**
 * A transaction in the provider's words; the kit turns it into ours. Unknown values are welcome where nothing depends on
 * them: an image or a time that cannot be read is left out, it does not spoil the answer.
 */
export interface TransactionAnswer<Amount> {
  readonly transactionId: string | number
  /** The provider's word; undefined only where it accepts a creation without giving a status. */
  readonly rawStatus: string | undefined
  /** Compared with what was asked for; undefined where the provider does not repeat it. */
  readonly amount?: Amount | undefined
  /** Our reference as the provider echoes it, compared with ours. */
  readonly reference?: string | null | undefined
  readonly pixCode?: string | null | undefined
  /** Base64 of a PNG, a data URL, or an https address. */
  readonly pixImage?: unknown
  /** ISO 8601 with an offset. */
  readonly expiresAt?: unknown
}

type CreateOperation<C, Amount> = (
  request: TransactionRequest,
  flow: CreateFlow<C, Amount>,
) => Steps<TransactionAnswer<Amount>>

/** What a webhook says about a transaction; without a status (or a word for one) it only says: read it. */
export interface WebhookMeaning {
  readonly transactionId: unknown
  readonly reference?: unknown
  readonly rawStatus?: unknown
  /** Where the specification gives the status by the kind of event rather than by the provider's word. */
  readonly status?: ChargeStatus
}

export interface WebhookSpec<Schema extends TSchema> {
  /** `none`: unsigned. The address authenticates the account, and the transaction is read before its status is believed. */
  readonly verification: WebhookVerification
  /** Absent exactly when the verification is `none`. */
  readonly verify?: Verify
  /** A body of another shape is ignored. */
  readonly body: Schema
  /** @returns undefined for a webhook that is about something else. */
  readonly translate: (body: Static<Schema>, webhook: IncomingWebhook) => WebhookMeaning | undefined
  /** For providers that put several transactions into one webhook: one body each. */
  readonly split?: (body: Static<Schema>) => readonly unknown[]
}

export interface ProviderSpec<Parts extends readonly CredentialPart[], Amount, Webhook extends TSchema> {
  readonly code: string
  readonly name: string
  readonly evidence: Evidence
  /** Default host with its version path; an account's base URL replaces all of it. */
  readonly host: string
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly clientCertificate?: ClientCertificate

  readonly credentials: Parts
  readonly auth: AuthSpec<CredentialsOf<Parts>>

  readonly idempotency: Idempotency
  readonly lookup: string | null

  readonly amounts: AmountCodec<Amount>
  /** True where a charge can be split among receivers. Elsewhere a split request is refused: dropping it would misplace money. */
  readonly splits?: boolean
  readonly expirySeconds: Readonly<Partial<Record<PaymentMethod, number>>>
  readonly statuses: StatusTable
  readonly errors: ErrorTable

  /** One entry per payment method that the provider takes. */
  readonly createTransaction?: Readonly<Partial<Record<PaymentMethod, CreateOperation<CredentialsOf<Parts>, Amount>>>>
  readonly readTransaction?: (
    transaction: { transactionId: string; paymentMethod: PaymentMethod },
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<TransactionAnswer<Amount>>
  /** @returns null only when the provider has answered that there is none. */
  readonly findTransaction?: (
    attempt: { reference: string; paymentMethod: PaymentMethod; createdAt: string },
    flow: Flow<CredentialsOf<Parts>, Amount>,
  ) => Steps<TransactionAnswer<Amount> | null>

  readonly webhook?: WebhookSpec<Webhook>
}
