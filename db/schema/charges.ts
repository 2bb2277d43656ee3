import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ATTEMPT_OUTCOMES, ATTEMPT_STATES } from '../../domain/attempt.ts'
import { EVENT_CAUSES } from '../../domain/cause.ts'
import { ATTENTION_REASONS, CHARGE_STATUSES } from '../../domain/charge.ts'
import { ENDINGS } from '../../domain/ending.ts'
import type { Currency } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { REFUSAL_REASONS } from '../../domain/refusal.ts'
import type { Address, Customer, Item, Split } from '../../domain/transaction.ts'
import { isOneOf, STATUSES_THAT } from '../questions.ts'
import { cards } from './cards.ts'
import { checkoutOrders } from './checkout-orders.ts'
import { age, attentionColumns, createdAt, id, time, updatedAt } from './columns.ts'
import { offers } from './offers.ts'
import { paymentLinks } from './payment-links.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** Optional request fields that are sent to the provider in addition to the columns. */
export interface ChargeExtras {
  address?: Address
  userId?: string
  userDocument?: string
  description?: string
  /** The token of the sub-account that the charge is made in. */
  sealedReceiverToken?: string
  customerIp?: string
  fingerPrints?: { provider: string; value: string }[]
  referrerUrl?: string
  checkoutUrl?: string
}

/** Why a REJECTED charge was not paid: see `UNPAID_REASONS`. The index and the function `figure_unpaid` use the same expression. */
export const UNPAID_REASON = `coalesce(CASE WHEN ending <> 'refused' THEN ending ELSE refusal END, 'other')`
/** The columns of an index that finds the charges of one public page, newest first, and covers their sums. */
const soldBy = (
  table: Record<'platformId' | 'createdAt' | 'id' | 'currency' | 'paidAt' | 'amount' | 'paidAmount', ExtraConfigColumn>,
  page: ExtraConfigColumn,
) =>
  [
    table.platformId,
    page,
    sql`${age(table.createdAt)} DESC NULLS LAST`,
    table.id.desc(),
    table.currency,
    table.paidAt,
    table.amount,
    table.paidAmount,
  ] as const

export const charges = pgTable(
  'charges',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    status: text('status', { enum: CHARGE_STATUSES }).notNull().default('PENDING'),
    /** True if `status` is only a provider's default for a word that no table maps. */
    statusUnmapped: boolean('status_unmapped').notNull().default(false),
    /** Why a REJECTED charge ended. */
    ending: text('ending', { enum: ENDINGS }),
    /** The reason of the last refusal, derived from its words. Meaningful only for a REJECTED charge. */
    refusal: text('refusal', { enum: REFUSAL_REASONS }),
    ...attentionColumns(ATTENTION_REASONS),
    paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }).notNull(),
    /** The amount that the buyer pays, with interest. Integer cents. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** The part of `amount` that paying in installments adds to the seller's price. */
    interest: bigint('interest', { mode: 'number' }).notNull().default(0),
    currency: text('currency').$type<Currency>().notNull().default('BRL'),
    /** What the payment that pays it brought, if that is another amount than `amount`. Integer cents. */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    provider: text('provider'),
    providerAccountId: uuid('provider_account_id').references(() => providerAccounts.id),
    transactionId: text('transaction_id'),
    orderId: text('order_id'),
    offerId: uuid('offer_id').references(() => offers.id),
    /** The payment link that the buyer used. A trigger fills it from the order. */
    paymentLinkId: uuid('payment_link_id').references(() => paymentLinks.id),
    /** The buyer's order that the charge is for. */
    checkoutOrderId: uuid('checkout_order_id').references(() => checkoutOrders.id),
    pixCode: text('pix_code'),
    pixQrCode: text('pix_qr_code'),
    expiresAt: time('expires_at'),
    billetCode: text('billet_code'),
    billetUrl: text('billet_url'),
    installments: integer('installments').notNull().default(1),
    /** The saved card that pays, if a card pays. */
    cardId: uuid('card_id').references(() => cards.id),
    /** What a buyer recognises the card by. Kept when the card is removed. */
    card: jsonb('card').$type<{ brand: string; lastDigits: string }>(),
    /** The platform's customer. A trigger fills it. Null once the customer's data is erased. */
    customerId: uuid('customer_id'),
    customer: jsonb('customer').$type<Customer>().notNull(),
    items: jsonb('items').$type<Item[]>().notNull(),
    splits: jsonb('splits').$type<Split[]>(),
    extras: jsonb('extras').$type<ChargeExtras>().notNull().default({}),
    /** The seller's own data. */
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    /** Who created it: a user's e-mail address, or the name of an API key. */
    createdByUser: text('created_by_user'),
    /** The seller's notification URL for this charge. */
    webhookUrl: text('webhook_url'),
    /** The unguessable part of the URL of the buyer's page. */
    checkoutToken: text('checkout_token').notNull(),
    workflowRunId: text('workflow_run_id'),
    /** The last refusal's message, letter for letter. */
    failureMessage: text('failure_message'),
    /** When it was first approved. Later refunds and disputes do not change it. */
    paidAt: time('paid_at'),
    /** The charge's own transaction can still be paid at the provider, regardless of the charge's status. */
    payable: boolean('payable').notNull().default(false),
    /** Incremented whenever its payments change, or whether its provider's word is understood. A conclusion from them is written only if the revision is unchanged. */
    revision: integer('revision').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('charges_checkout_token').on(table.checkoutToken),
    index('charges_needing_attention')
      .on(table.platformId, table.attentionSince, table.id)
      .where(sql`attention IS NOT NULL`),
    index('charges_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('charges_paid')
      .on(table.platformId, table.paidAt.desc(), table.id.desc(), table.createdAt)
      .where(sql`paid_at IS NOT NULL`),
    index('charges_paid_facets')
      .on(
        table.platformId,
        sql`coalesce(${table.provider}, '')`,
        sql`coalesce(${table.ending}, ${table.status})`,
        table.paymentMethod,
        sql`(${table.attention} IS NOT NULL)`,
        sql`${age(table.paidAt)} DESC NULLS LAST`,
        table.id.desc(),
        table.createdAt,
      )
      .where(sql`paid_at IS NOT NULL`),
    index('charges_facets').on(
      table.platformId,
      sql`coalesce(${table.provider}, '')`,
      sql`coalesce(${table.ending}, ${table.status})`,
      table.paymentMethod,
      sql`(${table.attention} IS NOT NULL)`,
      sql`${age(table.createdAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('charges_by_order').on(
      table.platformId,
      table.orderId,
      sql`${age(table.createdAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    /** Covers a customer's totals, so that no row is read for them, and finds the seller's last charge to the customer. */
    index('charges_by_customer').on(
      table.platformId,
      table.customerId,
      sql`${age(table.createdAt)} DESC NULLS LAST`,
      table.id.desc(),
      table.currency,
      table.paidAt,
      table.amount,
      table.paidAmount,
      table.refundedAmount,
      table.checkoutOrderId,
    ),
    /** Covers the sales of an offer; the next index those of a link. */
    index('charges_by_offer')
      .on(...soldBy(table, table.offerId))
      .where(sql`offer_id IS NOT NULL`),
    index('charges_by_link')
      .on(...soldBy(table, table.paymentLinkId))
      .where(sql`payment_link_id IS NOT NULL`),
    /** Charges with refunds: few among many. */
    index('charges_refunded')
      .on(table.platformId, sql`${age(table.createdAt)} DESC NULLS LAST`, table.id.desc())
      .where(sql`(refunded_amount > 0)`),
    /** Unpaid charges by reason. A reason may have few among very many. */
    index('charges_unpaid')
      .on(table.platformId, sql.raw(UNPAID_REASON), sql`${age(table.createdAt)} DESC NULLS LAST`, table.id.desc())
      .where(sql.raw(`status ${isOneOf(STATUSES_THAT.chargeIsRefused)}`)),
    /** Charges in other currencies than reais: few among many. */
    index('charges_foreign')
      .on(table.platformId, table.currency, sql`${age(table.createdAt)} DESC NULLS LAST`, table.id.desc())
      .where(sql`(currency <> 'BRL')`),
    index('charges_age').on(table.createdAt),
    index('charges_unsettled')
      .on(table.createdAt)
      .where(sql.raw(`status ${isOneOf(STATUSES_THAT.chargeWaits)}`)),
    index('charges_of_orders')
      .on(table.checkoutOrderId)
      .where(sql.raw(`checkout_order_id IS NOT NULL AND status ${isOneOf(STATUSES_THAT.chargeWaits)}`)),
    index('charges_by_checkout_order').on(table.checkoutOrderId).where(sql`checkout_order_id IS NOT NULL`),
    index('charges_by_transaction').on(table.providerAccountId, table.transactionId),
  ],
)

/** One answered request of an attempt, stored so that a repeated activity resumes instead of sending again. */
export interface JournalEntry {
  status: number
  headers: Record<string, string>
  body: string
}

/** One request and its answer, redacted for operators: no credentials, no card numbers, personal data masked. */
export interface ExchangeEntry {
  at: string
  method: string
  url: string
  requestHeaders: Record<string, string>
  requestBody: string | null
  status: number | null
  responseBody: string | null
  error: string | null
  /** It certainly never left. */
  isUnsent?: true
}

/**
 * One attempt of a charge at one provider account: created -> sending -> answered. `sending` is committed before the request is sent, so a
 * row that is found in `sending` has an unknown outcome.
 */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    /** Derived from the charge and the number. Without dashes it is the reference that the provider sees. */
    id: id(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    number: integer('number').notNull(),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull(),
    /** The last run that began to send, also once it was released. While it sends, no other run may end the attempt. */
    claimedBy: text('claimed_by'),
    /** The account's when the last run began to send; the first one, if the row does not know. */
    keysVersion: integer('keys_version').notNull().default(1),
    /** Answers so far, sealed. */
    sealedJournal: text('sealed_journal'),
    exchange: jsonb('exchange').$type<ExchangeEntry[]>().notNull().default([]),
    transactionId: text('transaction_id'),
    /** How the attempt ended; null before that. */
    outcome: text('outcome', { enum: ATTEMPT_OUTCOMES }),
    /** The status with which the provider created it. */
    createdStatus: text('created_status', { enum: CHARGE_STATUSES }),
    errorKind: text('error_kind'),
    errorMessage: text('error_message'),
    createdAt: createdAt(),
    answeredAt: time('answered_at'),
  },
  (table) => [
    uniqueIndex('charge_attempts_number').on(table.chargeId, table.number),
    /** One transaction belongs to only one attempt. */
    uniqueIndex('charge_attempts_by_transaction').on(table.providerAccountId, table.transactionId),
    /** For an account's recent results. */
    index('charge_attempts_lately').on(table.providerAccountId, table.createdAt.desc()),
    /** A charge has at most one attempt that created its transaction. */
    uniqueIndex('charge_attempts_created_once').on(table.chargeId).where(sql`outcome = 'created'`),
  ],
)

/** The charge's history. Append-only; `key` makes a repeated insert harmless. */
export const chargeEvents = pgTable(
  'charge_events',
  {
    id: id(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    at: time('at').notNull().defaultNow(),
    /** The event's type: see domain/charge.ts. */
    type: text('type').notNull(),
    from: text('from', { enum: CHARGE_STATUSES }),
    to: text('to', { enum: CHARGE_STATUSES }),
    cause: text('cause', { enum: EVENT_CAUSES }).notNull(),
    provider: text('provider'),
    detail: jsonb('detail').$type<Record<string, string | number | boolean>>(),
  },
  (table) => [
    uniqueIndex('charge_events_key').on(table.chargeId, table.key),
    index('charge_events_timeline').on(table.chargeId, table.at, table.id),
  ],
)
