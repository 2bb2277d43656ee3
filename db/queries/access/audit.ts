/** The audit log: who did what, to what, from where. Append-only. */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../domain/audit.ts'
import { keyName } from '../../../domain/requester.ts'
import type { Database, Queryable } from '../../client.ts'
import { auditLog } from '../../schema/index.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from '../list/pages.ts'

export type AuditRow = typeof auditLog.$inferSelect

export interface AuditEntry {
  /** A new one when left out. */
  id?: string
  actor: string
  action: AuditAction
  target: string
  detail?: Record<string, unknown>
  /** The caller's IP address, if a caller made the change. */
  ip?: string
}

export async function appendAudit(db: Queryable, platformId: string, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ platformId, at: sql`now()`, ...entry })
}

export interface AuditFilter {
  actor?: string
  action?: AuditAction
  target?: string
  from?: string
  to?: string
}

export async function findAuditEntry(db: Database, platformId: string, id: string): Promise<AuditRow | undefined> {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.platformId, platformId), eq(auditLog.id, id)))
  return row
}

/** Newest first. */
export async function listAudit(
  db: Database,
  platformId: string,
  { actor, action, target, from, to }: AuditFilter,
  page: { limit: number; after?: Keyset },
): Promise<Page<AuditRow>> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.platformId, platformId),
        after(auditLog.at, auditLog.id, page.after),
        actor === undefined ? undefined : inArray(auditLog.actor, [actor, keyName(actor)]),
        action === undefined ? undefined : eq(auditLog.action, action),
        target === undefined ? undefined : eq(auditLog.target, target),
        from === undefined ? undefined : gte(auditLog.at, from),
        to === undefined ? undefined : lt(auditLog.at, to),
      ),
    )
    .orderBy(newestFirst(auditLog.at, auditLog.id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => ({ at: row.at, id: row.id }))
}
