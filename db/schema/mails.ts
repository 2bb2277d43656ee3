import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MAIL_KINDS, MAIL_STATES } from '../../domain/mail.ts'
import { accessLinks } from './access-links.ts'
import { charges } from './charges.ts'
import { createdAt, id, time } from './columns.ts'
import { payments } from './payments.ts'
import { platforms } from './platforms.ts'
import { auditLog } from './requests.ts'

/**
 * Mails to buyers, queued by triggers together with the change that they report or asked for by a seller, and mails to users. A row
 * refers to its charge, its link or the audit log's entry and, but for an address that a seller has corrected, holds no personal data,
 * because the mail is rendered when it is sent.
 */
export const mails = pgTable(
  'mails',
  {
    /** The Message-ID begins with this id, so that a repeated mail is recognised. */
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    /** For a mail to a buyer. */
    chargeId: uuid('charge_id').references(() => charges.id, { onDelete: 'cascade' }),
    /** For a mail with an access link. */
    accessLinkId: uuid('access_link_id').references(() => accessLinks.id, { onDelete: 'cascade' }),
    /**
     * For a change to how a user signs in: the entry that tells whose, which and by whom. With a charge: the entry of the seller who asked
     * for this mail.
     */
    auditId: uuid('audit_id').references(() => auditLog.id),
    /** For a refund: the refunded payment, because a charge may have several. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    /** Where it goes if not to the address of the charge's customer. */
    address: text('address'),
    kind: text('kind', { enum: MAIL_KINDS }).notNull(),
    /** For a boleto, which any buyer can have sent to any address: a hash of the address, and its offer or link, to count by. */
    recipient: text('recipient'),
    pageId: uuid('page_id'),
    /** For a receipt: the amount paid, or the amount of this refund. Integer cents. */
    amount: bigint('amount', { mode: 'number' }).notNull().default(0),
    /** For a refund: the payment's refunded total including it; otherwise 0. Integer cents. */
    refundedUntilThen: bigint('refunded_until_then', { mode: 'number' }).notNull().default(0),
    state: text('state', { enum: MAIL_STATES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** While it is pending: when its workflow is started, or started again if Temporal has lost it. */
    startAt: time('start_at').notNull().defaultNow(),
    /** The mail server's error, without addresses. */
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
  },
  (table) => [
    check(
      'mails_about',
      sql`num_nonnulls(charge_id, access_link_id, audit_id) = 1 OR charge_id IS NOT NULL AND access_link_id IS NULL`,
    ),
    unique('mails_once')
      .on(table.chargeId, table.accessLinkId, table.auditId, table.kind, table.paymentId, table.refundedUntilThen)
      .nullsNotDistinct(),
    index('mails_of_links').on(table.accessLinkId).where(sql`access_link_id IS NOT NULL`),
    index('mails_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('mails_to_recipient').on(table.recipient, table.createdAt).where(sql`recipient IS NOT NULL`),
    index('mails_from_page').on(table.pageId, table.createdAt).where(sql`page_id IS NOT NULL`),
    index('mails_from_pages').on(table.platformId, table.createdAt).where(sql`page_id IS NOT NULL`),
    index('mails_pending').on(table.platformId, table.startAt, table.id).where(sql`state = 'pending'`),
  ],
)
