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
import { PLATFORM_SETTINGS } from '../../domain/requirements.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'

export const platforms = pgTable(
  'platforms',
  {
    id: id(),
    /** For a test twin: the live platform, whose people and keys it shares. */
    liveId: uuid('live_id').references((): AnyPgColumn => platforms.id),
    name: text('name').notNull(),
    /** Made by the demo seed, at most one: the installation's admin key is this platform's. */
    isDemo: boolean('is_demo').notNull().default(false),
    certCashInUrl: text('cert_cash_in_url'),
    certCashOutUrl: text('cert_cash_out_url'),
    defaultReceiverId: text('default_receiver_id'),
    /** The look of the public pages: a colour as # and six hexadecimal digits, and a public image file. */
    brandColor: text('brand_color'),
    logoUrl: text('logo_url'),
    /** Where a buyer reaches the seller. Mails to buyers are answered to the address. */
    supportEmail: text('support_email'),
    supportPhone: text('support_phone'),
    /** The percentage that n installments add to the total, at index n - 1. */
    installmentFees: jsonb('installment_fees').$type<number[]>().notNull().default([]),
    maxInstallmentsWithoutInterest: integer('max_installments_without_interest').notNull().default(1),
    /** Integer cents. */
    minInstallmentValue: bigint('min_installment_value', { mode: 'number' }).notNull().default(0),
    /** Integer cents: the limit up to which a payment is accepted if only the secret webhook URL proves it. */
    maxUnprovedAmount: bigint('max_unproved_amount', { mode: 'number' }).notNull().default(50_000),
    /** The policies for a second payment of one charge, and for a payment after the charge was given up. */
    doublePayments: text('double_payments', { enum: PAYMENT_POLICIES.doublePayments }).notNull().default('ask'),
    latePayments: text('late_payments', { enum: PAYMENT_POLICIES.latePayments }).notNull().default('ask'),
    /** Integer cents: a withdrawal above this amount needs a second person's approval; null: none does. */
    approvalAbove: bigint('approval_above', { mode: 'number' }),
    /** How many hours a withdrawal waits for its approval. */
    approvalHours: integer('approval_hours').notNull().default(72),
    /** Whether everyone who signs in needs a second factor. */
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    /** PEM in Base64, for providers that require signed requests; sealed. */
    sealedPrivateKey: text('sealed_private_key'),
    /** Standard Webhooks secret for what we send to this platform's sellers; sealed. */
    sealedWebhookSecret: text('sealed_webhook_secret').notNull(),
    /** The secret before the last rotation. Both sign for a day after it. */
    sealedPreviousWebhookSecret: text('sealed_previous_webhook_secret'),
    webhookSecretRotatedAt: time('webhook_secret_rotated_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('platforms_demo').on(table.isDemo).where(sql`is_demo`),
    // Only the id shows the mode (domain/mode.ts).
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
    /** { publicKey?, secretKey?, webhookSecret?, webhookToken, chance? } as JSON, sealed. */
    sealedSecrets: text('sealed_secrets').notNull(),
    /** Grows with every change after which the keys and the address may be those of another merchant at the provider. */
    keysVersion: integer('keys_version').notNull().default(1),
    /** SHA-256 of the secret in this account's webhook URL. */
    webhookTokenHash: text('webhook_token_hash').notNull(),
    priority: integer('priority').notNull().default(100),
    enabled: boolean('enabled').notNull().default(true),
    /** The result of testing the current keys and URL. Changing either clears it. */
    testOutcome: text('test_outcome', { enum: ACCOUNT_TEST_OUTCOMES }),
    testMessage: text('test_message'),
    /** For which setting of the platform the provider was not asked. Changing it clears the result too. */
    testSetting: text('test_setting', { enum: PLATFORM_SETTINGS }),
    testedAt: time('tested_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('provider_accounts_webhook_token').on(table.webhookTokenHash),
    index('provider_accounts_platform').on(table.platformId, table.priority),
    // Without a base URL, a test account would use the provider's real URL.
    check(
      'provider_accounts_test_address',
      sql`substr(${table.platformId}::text, 15, 1) <> '8' OR ${table.baseUrl} IS NOT NULL`,
    ),
  ],
)
