import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { APPROVAL_STATES } from '../../domain/approval.ts'
import { ATTEMPT_OUTCOMES, ATTEMPT_STATES } from '../../domain/attempt.ts'
import { EVENT_CAUSES } from '../../domain/cause.ts'
import { DISBURSEMENT_ATTENTION_REASONS, DISBURSEMENT_KINDS } from '../../domain/disbursement.ts'
import type { Currency } from '../../domain/money.ts'
import { PAYMENT_METHODS, WITHDRAW_METHODS } from '../../domain/payment-method.ts'
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import type { Destination } from '../../domain/withdrawal-rules.ts'
import { isOneOf, STATUSES_THAT } from '../questions.ts'
import { users } from './auth.ts'
import { charges, type ExchangeEntry } from './charges.ts'
import { age, attentionColumns, createdAt, id, time, updatedAt } from './columns.ts'
import { payments } from './payments.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** Refunds and withdrawals: money that leaves. */
export const disbursements = pgTable(
  'disbursements',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    kind: text('kind', { enum: DISBURSEMENT_KINDS }).notNull(),
    /** Refunds: the charge that is refunded. */
    chargeId: uuid('charge_id').references(() => charges.id),
    /** Refunds: the payment that is refunded. */
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Automatic refunds: the platform's policy that made it. */
    policy: text('policy', { enum: ['doublePayments', 'latePayments'] }),
    /** Refunds made at the provider without us and found there. They have no workflow and no attempt. */
    external: boolean('external').notNull().default(false),
    status: text('status', { enum: WITHDRAWAL_STATUSES }).notNull().default('PENDING'),
    /** True if `status` is only a provider's default for a word that no table maps. */
    statusUnmapped: boolean('status_unmapped').notNull().default(false),
    ...attentionColumns(DISBURSEMENT_ATTENTION_REASONS),
    /** Integer cents. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Of a refund its charge's, which a trigger fills. */
    currency: text('currency').$type<Currency>().notNull().default('BRL'),
    /** Refunds: the method of the charge. A trigger fills it. */
    chargeMethod: text('charge_method', { enum: PAYMENT_METHODS }),
    /** Withdrawals: the method and the destination of the money. */
    method: text('method', { enum: WITHDRAW_METHODS }),
    destination: jsonb('destination').$type<Destination>(),
    description: text('description'),
    /** The seller's own reference. */
    reference: text('reference'),
    /** The seller's own data. */
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    /** Withdrawals: the person who requested it, or who created the API key that did. */
    requestedBy: text('requested_by').references(() => users.id),
    /** Set if the amount was above the platform's approval limit when it was requested; null if it needs no approval. */
    approval: text('approval', { enum: APPROVAL_STATES }),
    approvalDueAt: time('approval_due_at'),
    approvedBy: text('approved_by').references(() => users.id),
    provider: text('provider'),
    providerAccountId: uuid('provider_account_id').references(() => providerAccounts.id),
    /** The provider's id: refundId or withdrawId. */
    externalId: text('external_id'),
    approvedAt: time('approved_at'),
    /** The last refusal's message, letter for letter. */
    failureMessage: text('failure_message'),
    workflowRunId: text('workflow_run_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'disbursements_kind',
      sql`(kind = 'refund') = (charge_id IS NOT NULL) AND (kind = 'withdrawal') = (method IS NOT NULL)`,
    ),
    check('disbursements_amount', sql`amount > 0`),
    /** The requester cannot approve. */
    check(
      'disbursements_approval',
      sql`(approval IS NULL) = (approval_due_at IS NULL)
        AND (approval IS NOT DISTINCT FROM 'given') = (approved_by IS NOT NULL) AND (approved_by = requested_by) IS NOT TRUE`,
    ),
    index('disbursements_needing_attention')
      .on(table.platformId, table.attentionSince, table.id)
      .where(sql`attention IS NOT NULL`),
    index('disbursements_list').on(table.platformId, table.kind, table.createdAt.desc(), table.id.desc()),
    index('disbursements_facets').on(
      table.platformId,
      table.kind,
      sql`coalesce(${table.provider}, '')`,
      table.status,
      sql`coalesce(${table.method}, ${table.chargeMethod}, '')`,
      sql`(${table.attention} IS NOT NULL)`,
      sql`${age(table.createdAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('disbursements_by_charge').on(table.chargeId),
    index('disbursements_by_payment').on(table.paymentId),
    /** A seller's reference identifies one withdrawal for ever. */
    uniqueIndex('disbursements_by_reference').on(table.platformId, table.reference).where(sql`kind = 'withdrawal'`),
    /** A movement at the provider belongs to only one of ours. */
    uniqueIndex('disbursements_by_external_id').on(table.providerAccountId, table.kind, table.externalId),
    index('disbursements_age').on(table.createdAt),
    index('disbursements_pending')
      .on(table.createdAt)
      .where(sql.raw(`status ${isOneOf(STATUSES_THAT.disbursementWaits)}`)),
  ],
)

/** One attempt at one provider account, like a charge's: created -> sending -> answered. `sending` is committed before the request. */
export const disbursementAttempts = pgTable(
  'disbursement_attempts',
  {
    id: id(),
    disbursementId: uuid('disbursement_id')
      .notNull()
      .references(() => disbursements.id),
    number: integer('number').notNull(),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    /** The reference that the provider sees: derived, and the same for every attempt at one account. */
    reference: text('reference').notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull(),
    /** The last run that began to send, also once it was released. While it sends, no other run may end the attempt. */
    claimedBy: text('claimed_by'),
    /** The account's when the last run began to send; the first one, if the row does not know. */
    keysVersion: integer('keys_version').notNull().default(1),
    /** Answers so far, sealed. */
    sealedJournal: text('sealed_journal'),
    exchange: jsonb('exchange').$type<ExchangeEntry[]>().notNull().default([]),
    externalId: text('external_id'),
    /** How the attempt ended; null before that. `created`: the provider accepted it. */
    outcome: text('outcome', { enum: ATTEMPT_OUTCOMES }),
    /** For a partial refund: the charge's refunded total before it was sent, if the provider states it. Integer cents. */
    refundedBefore: bigint('refunded_before', { mode: 'number' }),
    errorKind: text('error_kind'),
    errorMessage: text('error_message'),
    createdAt: createdAt(),
    answeredAt: time('answered_at'),
  },
  (table) => [
    uniqueIndex('disbursement_attempts_number').on(table.disbursementId, table.number),
    index('disbursement_attempts_by_reference').on(table.providerAccountId, table.reference),
    /** For an account's recent results. */
    index('disbursement_attempts_lately').on(table.providerAccountId, table.createdAt.desc()),
    /** As for charges. */
    index('disbursement_attempts_unanswered')
      .on(table.providerAccountId, table.createdAt.desc())
      .where(sql`external_id IS NULL AND state <> 'created' AND outcome IS DISTINCT FROM 'refused'`),
    /** Money leaves only once: while one attempt may have paid, or has, no other one can begin to send. */
    uniqueIndex('disbursement_attempts_paid_once')
      .on(table.disbursementId)
      .where(sql`state = 'sending' OR outcome = 'created'`),
  ],
)

/** The history. Append-only; `key` makes a repeated insert harmless. */
export const disbursementEvents = pgTable(
  'disbursement_events',
  {
    id: id(),
    disbursementId: uuid('disbursement_id')
      .notNull()
      .references(() => disbursements.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    at: time('at').notNull().defaultNow(),
    /** See domain/disbursement.ts. */
    type: text('type').notNull(),
    from: text('from', { enum: WITHDRAWAL_STATUSES }),
    to: text('to', { enum: WITHDRAWAL_STATUSES }),
    cause: text('cause', { enum: EVENT_CAUSES }).notNull(),
    provider: text('provider'),
    detail: jsonb('detail').$type<Record<string, string | number | boolean>>(),
  },
  (table) => [
    uniqueIndex('disbursement_events_key').on(table.disbursementId, table.key),
    index('disbursement_events_timeline').on(table.disbursementId, table.at, table.id),
  ],
)
