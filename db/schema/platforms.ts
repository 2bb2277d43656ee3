import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ACCOUNT_TEST_OUTCOMES } from '../../domain/account-test.ts'
import { PAYMENT_POLICIES } from '../../domain/payment.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'

export const platforms = pgTable(
  'platforms',
  {
    id: id(),
    /** Of a test twin: the platform whose people and keys it has. */
    liveId: uuid('live_id').references((): AnyPgColumn => platforms.id),
    name: text('name').notNull(),
    certCashInUrl: text('cert_cash_in_url'),
    certCashOutUrl: text('cert_cash_out_url'),
    defaultReceiverId: text('default_receiver_id'),
    /** How buyers know the pages: six hexadecimal digits after a #, and a public file of its own. */
    brandColor: text('brand_color'),
    logoUrl: text('logo_url'),
    /** What paying in n installments costs, in percent of the total: the first is for one installment. */
    installmentFees: jsonb('installment_fees').$type<number[]>().notNull().default([]),
    maxInstallmentsWithoutInterest: integer('max_installments_without_interest').notNull().default(1),
    /** Integer cents. */
    minInstallmentValue: bigint('min_installment_value', { mode: 'number' }).notNull().default(0),
    /** Integer cents: a payment of which only a webhook's secret address tells is believed up to this. */
    maxUnprovedAmount: bigint('max_unproved_amount', { mode: 'number' }).notNull().default(50_000),
    /** What is done about a second payment of one charge, and about one that comes after the charge was given up. */
    doublePayments: text('double_payments', { enum: PAYMENT_POLICIES.doublePayments }).notNull().default('ask'),
    latePayments: text('late_payments', { enum: PAYMENT_POLICIES.latePayments }).notNull().default('ask'),
    /** Integer cents: a withdrawal above it needs a second person's approval; null: none does. */
    approvalAbove: bigint('approval_above', { mode: 'number' }),
    /** How long an approval is waited for. */
    approvalHours: integer('approval_hours').notNull().default(72),
    /** Everybody who signs in needs a second factor. */
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    /** PEM in Base64, for providers that have requests signed; sealed. */
    sealedPrivateKey: text('sealed_private_key'),
    /** Standard Webhooks secret for what we send to this platform's sellers; sealed. */
    sealedWebhookSecret: text('sealed_webhook_secret').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // The id says the mode (domain/mode.ts), and nothing else does.
    check(
      'platforms_twin',
      sql`CASE WHEN ${table.liveId} IS NULL THEN substr(${table.id}::text, 15, 1) <> '8'
        ELSE ${table.id}::text = overlay(${table.liveId}::text PLACING '8' FROM 15) AND ${table.id} <> ${table.liveId} END`,
    ),
  ],
)

export const providerAccounts = pgTable(
  'provider_accounts',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    provider: text('provider').notNull(),
    name: text('name').notNull(),
    baseUrl: text('base_url'),
    /** { publicKey?, secretKey?, webhookSecret?, webhookToken } as JSON, sealed. */
    sealedSecrets: text('sealed_secrets').notNull(),
    /** SHA-256 of the secret in this account's webhook address. */
    webhookTokenHash: text('webhook_token_hash').notNull(),
    priority: integer('priority').notNull().default(100),
    enabled: boolean('enabled').notNull().default(true),
    /** Of the keys and the address as they are now: a change of either forgets it. */
    testOutcome: text('test_outcome', { enum: ACCOUNT_TEST_OUTCOMES }),
    testMessage: text('test_message'),
    testedAt: time('tested_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('provider_accounts_webhook_token').on(table.webhookTokenHash),
    index('provider_accounts_platform').on(table.platformId, table.priority),
    // Without an address of its own it would be asked at the provider's real one.
    check(
      'provider_accounts_test_address',
      sql`substr(${table.platformId}::text, 15, 1) <> '8' OR ${table.baseUrl} IS NOT NULL`,
    ),
  ],
)
