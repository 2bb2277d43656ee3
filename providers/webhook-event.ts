/** What a provider's webhook means, once it is translated; types only. */
import type { ChargeStatus } from '../domain/charge.ts'
import type { Cents } from '../domain/money.ts'
import type { WithdrawalStatus } from '../domain/withdrawal.ts'

/** What a webhook says of a withdrawal. */
export interface WithdrawEvent {
  readonly type: 'WITHDRAW'
  readonly withdrawId: string
  readonly reference?: string
  readonly status: WithdrawalStatus | null
  readonly rawStatus?: string
  readonly unmapped?: boolean
  /** What it says was paid out; absent where it does not say. */
  readonly amount?: Cents
  /** The same in the provider's other unit, where it is not known which of the two it means. */
  readonly orAmount?: Cents
  /** Why the money did not leave or came back, in the provider's words. */
  readonly refusal?: string
}

/**
 * What a webhook means. `status` null: the webhook carries none, read the transaction or withdrawal.
 * `reference` is our own reference, where the provider echoes it: it finds the movement before we know the provider's id.
 */
export type WebhookEvent =
  | {
      readonly type: 'TRANSACTION'
      readonly transactionId: string
      readonly reference?: string
      readonly status: ChargeStatus | null
      readonly rawStatus?: string
      readonly unmapped?: boolean
      /** What it says was paid; absent where it does not say. */
      readonly amount?: Cents
      /** The same in the provider's other unit, where it is not known which of the two it means. */
      readonly orAmount?: Cents
      /** The word stands for any returned money, our refunds included. */
      readonly isReturn?: true
      /** The refunded total that it states. */
      readonly returned?: Cents
      /** It names a part of the transaction that has the reference, such as an installment of a plan. That transaction is read. */
      readonly isPart?: true
      /** What this payment is called if another one has paid the transaction before: a Pix code can be paid more than once. */
      readonly furtherId?: string
      /** What it means if the id is a withdrawal's: of the two, the provider's words do not say which. */
      readonly orWithdrawal?: WithdrawEvent
    }
  | WithdrawEvent
  | { readonly type: 'IGNORED'; readonly reason: string }
