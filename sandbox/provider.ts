/** A fake provider: its wire format as data and small handlers. The rest of the sandbox knows no wire format. */
import type { Cents } from '../domain/money.ts'
import type { DemoAccount } from './accounts.ts'
import type { Destination } from './destination.ts'
import type { RefundWish } from './refunds.ts'
import type { Asks } from './terms.ts'

/** Where a transaction stands, in the sandbox's words; each provider has its own word for it. */
export type Stage = 'pending' | 'paid' | 'refused' | 'expired' | 'refunded' | 'chargeback'

/** What a buyer, or the bank behind them, does to a transaction. */
export const ACTIONS = ['pay', 'refuse', 'expire', 'refund', 'chargeback', 'win'] as const
export type Action = (typeof ACTIONS)[number]

export type Fields = Readonly<Record<string, unknown>>

export type Method = 'PIX' | 'CREDIT_CARD' | 'BILLET'

/** Times are milliseconds since 1970. */
export interface Transaction {
  readonly provider: string
  readonly id: string
  /** The client's own reference; empty when it sent none. */
  readonly reference: string
  readonly amount: Cents
  readonly method: Method
  readonly stage: Stage
  /** The provider's own word for `stage`. */
  readonly status: string
  /** The amount refunded so far. */
  readonly refunded: Cents
  /** Empty when not paid by Pix. */
  readonly pixCode: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
  readonly paidAt: number | null
  /** The payment's identifier in the Pix system; null until it is paid. */
  readonly endToEndId: string | null
  /** Where the request asked webhooks to go; null when the provider registers addresses out of band. */
  readonly webhookUrl: string | null
  /** The body of the request that created it. */
  readonly request: Fields
}

export interface Call {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** The raw body, for signature checks. */
  readonly text: string
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The transaction that this answer reports as new. */
  readonly created?: Transaction
  /** A transaction that this call changed: a webhook is sent for it. */
  readonly changed?: Transaction
}

/** What a client asks to be created; the ledger adds the rest. */
export interface NewTransaction {
  readonly id: string
  readonly reference: string
  readonly amount: Cents
  /** PIX when left out. */
  readonly method?: Method
  /** `pending` when left out; a card may be decided at once. */
  readonly stage?: Stage
  readonly pixCode: string
  readonly expiresAt: number
  readonly webhookUrl?: string
  readonly request: Fields
}

export type WithdrawalStage = 'pending' | 'paid' | 'refused' | 'canceled' | 'returned'

/** What the bank does to a withdrawal; it may send the money back after it has arrived. */
export const WITHDRAWAL_ACTIONS = ['settle', 'reject', 'cancel', 'return'] as const
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number]

export interface Withdrawal {
  readonly provider: string
  readonly id: string
  /** The client's own reference; empty when it sent none. */
  readonly reference: string
  readonly amount: Cents
  readonly stage: WithdrawalStage
  /** The provider's own word for `stage`. */
  readonly status: string
  readonly destination: Destination
  readonly createdAt: number
  readonly updatedAt: number
  /** The body of the request that created it. */
  readonly request: Fields
}

export interface NewWithdrawal {
  readonly id: string
  readonly reference: string
  readonly amount: Cents
  /** `pending` when left out. */
  readonly stage?: WithdrawalStage
  readonly destination: Destination
  readonly request: Fields
}

/** A provider's view of the shared ledger: only its own records. */
export interface Books {
  readonly account: DemoAccount
  /** The provider's own public address, for links in its answers. */
  readonly baseUrl: string
  now(): number
  create(transaction: NewTransaction): Transaction
  find(id: string): Transaction | undefined
  findByReference(reference: string): readonly Transaction[]
  /** Oldest first, both ends included. */
  createdBetween(from: number, to: number): readonly Transaction[]
  /** Refunds part or all of a paid transaction; null when less is left. */
  refund(transaction: Transaction, refund: RefundWish): Transaction | null
  /** Starts a refund that `endRefund` completes; null when less is left. */
  beginRefund(transaction: Transaction, refund: RefundWish): Transaction | null
  /** The oldest refund in progress; null when there is none. */
  endRefund(transaction: Transaction, end: 'done' | 'denied'): Transaction | null
  /**
   * Cancels an unpaid code. Repeating it changes nothing. Null for any other transaction.
   * @param status the provider's word for it.
   */
  cancel(transaction: Transaction, status: string): Transaction | null
  withdraw(withdrawal: NewWithdrawal): Withdrawal
  findWithdrawal(id: string): Withdrawal | undefined
  findWithdrawalByReference(reference: string): Withdrawal | undefined
  /** Payments minus refunds and withdrawals; negative when more went out. */
  balance(): Cents
  /** Keeps any other record that the wire format has, such as a customer. Writing the same key again replaces it. */
  remember(kind: string, key: string, value: unknown): void
  recall(kind: string, key: string): unknown
}

const TAKEN_BACK = 'taken back'

/** The partial amount of a paid transaction that the banks took back. */
export const takenBack = (books: Books, id: string): number => Number(books.recall(TAKEN_BACK, id) ?? 0)

export const rememberTakenBack = (books: Books, id: string, amount: number): void =>
  books.remember(TAKEN_BACK, id, amount)

const REFUSES_REFUNDS = 'refuses refunds'

/** Whether a test made the provider refuse refunds of this transaction. */
export const refusesRefunds = (books: Pick<Books, 'recall'>, id: string): boolean =>
  books.recall(REFUSES_REFUNDS, id) === true

export const refuseRefunds = (books: Books, id: string): void => books.remember(REFUSES_REFUNDS, id, true)

export interface Route {
  /** What faults and figures call it: createTransaction, readTransaction, findTransaction, token, or a step of one provider only. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the account's path. */
  readonly path: string
  /** True for a call that carries its own credentials, as a token request does. */
  readonly open?: boolean
  /** Present on money requests alone: the client's own reference, or what else tells one such request from another. */
  readonly reference?: (body: Fields, call: Call) => unknown
  handle(call: Call, books: Books): Answer
}

export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface FakeProvider {
  readonly account: DemoAccount
  /** The provider's word for each stage; null for a stage that it does not have. */
  readonly statuses: Readonly<Record<Stage, string | null>>
  /** Its word for a paid charge that a bank disputes (MED) but has not taken, where it has one. */
  readonly contested?: string
  /** Its word for a partially refunded charge, where it has one. */
  readonly partlyRefunded?: string
  /** The same of withdrawals; left out by a provider without any. */
  readonly withdrawalStatuses?: Readonly<
    Record<Exclude<WithdrawalStage, 'returned'>, string | null> & { returned?: string }
  >
  /** The provider's own error shape, for errors common to all routes: 401, 404 of a path, 429, 500. */
  refuse(status: number, message: string): Answer
  /** Null when the call may pass, else the provider's refusal. */
  authorize(call: Call, books: Books): Answer | null
  readonly routes: readonly Route[]
  /** Reads a charge request's other terms; left out where the ledger shows none. */
  readonly asks?: Asks
  /** Its answers report each payment of a code that is paid more than once. */
  readonly tellsOfFurtherPayments?: true
  /** Its answers report a partial amount that the banks took back. */
  readonly tellsOfPartsTaken?: true
  readonly webhook: {
    /** What the provider posts about a transaction as it stands, as JSON unless it is a text; null when it sends none. */
    payload(transaction: Transaction, books: Books): unknown
    /** The same for a withdrawal; left out by a provider that is not known to send any. */
    readonly withdrawal?: {
      payload(withdrawal: Withdrawal, books: Books): unknown
      /** Where in its request the client names the address; the account's own is used when left out. */
      readonly urlAt?: string
    }
    /** Built for each attempt, because a signature may cover the time. `body` is the exact text that is posted. */
    address(message: { url: string; body: string; transactionId: string }, books: Books): WebhookMessage
  }
}
