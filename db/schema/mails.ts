import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MAIL_KINDS, MAIL_STATES } from '../../domain/mail.ts'
import { accessLinks } from './access-links.ts'
import { charges } from './charges.ts'
import { createdAt, id, time } from './columns.ts'
import { payments } from './payments.ts'
import { platforms } from './platforms.ts'

/**
 * What is written to buyers, queued by triggers with the change that it tells of, and to people who are let in. A row names its
 * charge or its link and holds no personal data: the mail is rendered when it is sent.
 */
export const mails = pgTable(
  'mails',
  {
    /** The mail's Message-ID begins with it: a repeat is known by it. */
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    /** Of a receipt. */
    chargeId: uuid('charge_id').references(() => charges.id, { onDelete: 'cascade' }),
    /** Of what lets somebody in. */
    accessLinkId: uuid('access_link_id').references(() => accessLinks.id, { onDelete: 'cascade' }),
    /** Of a refund: what it gives back, as a charge may have been paid more than once. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: MAIL_KINDS }).notNull(),
    /** Of a receipt: what was paid, or what went back this time. Integer cents. */
    amount: bigint('amount', { mode: 'number' }).notNull().default(0),
    /** Of a refund: what has gone back of its payment until then; 0 of a receipt. Integer cents. */
    refundedUntilThen: bigint('refunded_until_then', { mode: 'number' }).notNull().default(0),
    state: text('state', { enum: MAIL_STATES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** While it is pending: when its workflow is started, or started again should Temporal have lost it. */
    startAt: time('start_at').notNull().defaultNow(),
    /** What the server said, without addresses. */
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
  },
  (table) => [
    check('mails_about', sql`num_nonnulls(charge_id, access_link_id) = 1`),
    unique('mails_once')
      .on(table.chargeId, table.accessLinkId, table.kind, table.paymentId, table.refundedUntilThen)
      .nullsNotDistinct(),
    index('mails_of_links').on(table.accessLinkId).where(sql`access_link_id IS NOT NULL`),
    index('mails_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('mails_pending').on(table.startAt).where(sql`state = 'pending'`),
  ],
)
