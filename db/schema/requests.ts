import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS } from '../../domain/audit.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'

/** One row per Idempotency-Key of a platform. The first answer is stored and replayed. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body, sealed if these are secret. Another request under the same key is refused. */
    requestHash: text('request_hash').notNull(),
    /** The id of the resource that the request creates. A retry after a crash uses the same id. */
    resourceId: uuid('resource_id').notNull(),
    responseStatus: integer('response_status'),
    /** `{ sealed }` if it has a secret. */
    responseBody: jsonb('response_body'),
    /** The path of what was created. */
    responseLocation: text('response_location'),
    lockedAt: time('locked_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.platformId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
    index('idempotency_keys_of_resource').on(table.resourceId),
  ],
)

/** The audit log. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    at: time('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
    target: text('target').notNull(),
    /** The caller's IP address; null for actions of the installation's own commands. */
    ip: text('ip'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('audit_log_list').on(table.platformId, table.at.desc(), table.id.desc()),
    index('audit_log_by_actor').on(table.platformId, table.actor, table.at.desc(), table.id.desc()),
    index('audit_log_by_action').on(table.platformId, table.action, table.at.desc(), table.id.desc()),
    index('audit_log_by_target').on(table.platformId, table.target, table.at.desc(), table.id.desc()),
  ],
)
