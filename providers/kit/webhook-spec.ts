/** What a catalog file declares of its webhooks; types only. */
import type { Static, TSchema } from 'typebox'
import type { ChargeStatus } from '../../domain/charge.ts'
import type { WithdrawalStatus } from '../../domain/withdrawal.ts'
import type { IncomingWebhook, WebhookVerification } from '../contract.ts'
import type { Verify } from './proof.ts'

/** What a webhook says about a transaction; without a status (or a word for one) it only says: read it. */
export interface WebhookMeaning {
  readonly transactionId: unknown
  readonly reference?: unknown
  readonly rawStatus?: unknown
  /** Where the specification gives the status by the kind of event rather than by the provider's word. */
  readonly status?: ChargeStatus
  /** Of such a status: its word is one that the provider has not documented, so that an engineer is told. */
  readonly unmapped?: boolean
  /** The amount that it says was paid, as the provider writes it. */
  readonly amount?: unknown
  /** What else that amount may be, where its unit is not known. */
  readonly orAmount?: unknown
  /** Where the kind of event, not a word, says that money was returned, possibly by our refund. */
  readonly isReturn?: boolean
  /** The refunded total that it states, as the provider writes it. */
  readonly returned?: unknown
  /** It names a part of the transaction that has the reference: that transaction is read. */
  readonly isPart?: true
  /** What this payment is called if another one has paid the transaction before. */
  readonly furtherId?: unknown
}

/** The same of a withdrawal. */
export interface WithdrawMeaning {
  readonly withdrawId: unknown
  readonly reference?: unknown
  readonly rawStatus?: unknown
  readonly status?: WithdrawalStatus
  /** The amount that it says was sent, as the provider writes it: what the payee gets, without fees. */
  readonly amount?: unknown
  /** What else that amount may be, where its unit is not known. */
  readonly orAmount?: unknown
  /** Why the money did not leave or came back. */
  readonly refusal?: unknown
}

/** A webhook about a transaction or a withdrawal: only the id tells which. */
export type EitherMeaning = Omit<WebhookMeaning, 'status'> &
  Omit<WithdrawMeaning, 'status'> & {
    /** The amount that it says was paid if it is of a transaction; of a withdrawal it says none. */
    readonly chargeAmount?: unknown
  }

export interface WebhookSpec<Schema extends TSchema> {
  /** `none`: unsigned. The address authenticates the account, and the transaction is read before its status is believed. */
  readonly verification: WebhookVerification
  /** The credential that `verify` is given, where it is one that the account has anyway; else its webhook secret. */
  readonly provedBy?: string
  /** Where the provider repeats a shared secret in clear: equal to the account's, it is the proof. */
  readonly repeated?: (webhook: IncomingWebhook) => string | undefined
  /** Any other proof. Both fields are absent exactly when the verification is `none`. */
  readonly verify?: Verify
  /**
   * `verify` proves that the sender knows the secret, but does not bind every value to its field, so a genuine
   * webhook could be altered and still verify. A failed proof is refused; a valid one is treated as unsigned.
   */
  readonly bindsFields?: false
  /** A kind of webhook that the provider documents without a proof, where it proves the others: the address alone vouches for it. */
  readonly unsigned?: (body: unknown) => boolean
  /** `form`: posted as a web form, whose `data[id]` is read as `{ data: { id } }`. */
  readonly format?: 'form'
  /** A body of another shape is ignored. */
  readonly body: Schema
  /** @returns undefined for a webhook that is about something else. */
  readonly translate: (
    body: Static<Schema>,
    webhook: IncomingWebhook,
  ) => WebhookMeaning | WithdrawMeaning | EitherMeaning | undefined
  /** Exactly what the provider posts, unsigned, to see whether the address answers. */
  readonly probe?: Readonly<Record<string, unknown>>
  /** For providers that put several transactions into one webhook: one body each. */
  readonly split?: (body: Static<Schema>) => readonly unknown[]
}
