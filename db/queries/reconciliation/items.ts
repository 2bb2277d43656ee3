/** Reconciliation differences: lists them, records them and resolves them. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import {
  DIFFERENCES,
  type Difference,
  ITEM_STATES,
  type ItemSource,
  type ItemState,
  type Side,
} from '../../../domain/reconciliation.ts'
import type { Database, Queryable } from '../../client.ts'
import { disbursements, reconciliationItems } from '../../schema/index.ts'
import { countTabs, type ListCounts } from '../list/counts.ts'
import { find } from '../list/find.ts'
import { type Listing, UNSEARCHED, type Wanted } from '../list/listing.ts'
import type { Page, PeriodFilter } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import { itemIsOpen, itemIsResolvedByHand } from '../movement/statuses.ts'

export type ItemRow = typeof reconciliationItems.$inferSelect & { disbursementKind: 'refund' | 'withdrawal' | null }

export interface ItemFilter extends PeriodFilter {
  state?: ItemState
  kind?: Difference
  providerAccountId?: string
}

const itemsOf = (db: Database) =>
  db
    .select({ item: reconciliationItems, disbursementKind: disbursements.kind })
    .from(reconciliationItems)
    .leftJoin(disbursements, eq(disbursements.id, reconciliationItems.disbursementId))

const flat = ({
  item,
  disbursementKind,
}: {
  item: typeof reconciliationItems.$inferSelect
  disbursementKind: ItemRow['disbursementKind']
}) => ({
  ...item,
  disbursementKind,
})

export async function listItems(
  db: Database,
  platformId: string,
  filter: ItemFilter,
  page: Wanted,
): Promise<Page<ItemRow>> {
  return rowsOf(await find(db, listingOf(platformId, filter), page), async (ids) => {
    const { platformId: owner, id } = reconciliationItems
    return (await itemsOf(db).where(and(eq(owner, platformId), inArray(id, ids)))).map(flat)
  })
}

const KIND = 1
const TABS = DIFFERENCES.map((name) => ({ name, facet: KIND, is: name }))

/** The number of differences of each kind. */
export function countItems(
  db: Database,
  platformId: string,
  { kind: _kind, ...filter }: ItemFilter,
): Promise<ListCounts> {
  return countTabs(db, listingOf(platformId, filter), TABS)
}

function listingOf(
  platformId: string,
  { state, kind, providerAccountId, createdFrom, createdTo }: ItemFilter,
): Listing {
  const facets = [
    { column: sql`${reconciliationItems.providerAccountId}::text`, given: providerAccountId?.toLowerCase() },
    { column: reconciliationItems.kind, given: kind, values: DIFFERENCES },
    { column: reconciliationItems.state, given: state, values: ITEM_STATES },
  ]
  const at = reconciliationItems.foundAt
  return {
    table: reconciliationItems,
    at,
    platformId,
    facets,
    rare: [],
    from: createdFrom,
    to: createdTo,
    ...UNSEARCHED,
  }
}

const one = (platformId: string, id: string) =>
  and(eq(reconciliationItems.platformId, platformId), eq(reconciliationItems.id, id))

export async function findItem(db: Database, platformId: string, id: string): Promise<ItemRow | undefined> {
  const [row] = await itemsOf(db).where(one(platformId, id))
  return row && flat(row)
}

/**
 * @param shown the difference as the operator was shown it.
 * @returns undefined if it has changed since, or was settled: then nothing is written.
 */
export async function resolveItem(
  db: Database,
  { platformId, id, updatedAt, disbursementKind }: ItemRow,
  { note, by }: { note: string; by: string },
): Promise<ItemRow | undefined> {
  const isAsShown = eq(reconciliationItems.updatedAt, updatedAt)
  const [item] = await db
    .update(reconciliationItems)
    .set({ state: 'resolvedByHand', note, resolvedBy: by, resolvedAt: sql`now()` })
    .where(and(one(platformId, id), itemIsOpen(reconciliationItems.state), isAsShown))
    .returning()
  return item && flat({ item, disbursementKind })
}

export interface Account {
  id: string
  platformId: string
  provider: string
}

export interface FoundDifference {
  kind: Difference
  transactionId: string
  chargeId?: string
  disbursementId?: string
  ours: Side | null
  theirs: Side | null
}

/** A transaction that was compared. */
export interface Looked {
  transactionId: string
  /** The time that the provider's record speaks of, ISO 8601; null if it names none. */
  saidAt: string | null
}

/** @returns a transaction that the provider has just answered about: later than everything that was said of it. */
export const lookedNow = (transactionId: string): Looked => ({ transactionId, saidAt: 'infinity' })

/**
 * Records the differences found, and closes earlier ones that no longer exist. An older record neither closes nor rewrites what a newer one
 * said. By index alone, whatever the planner knows of the tables: it costs as much for each transaction, however many differences the account has.
 * @param looked the transactions that were compared.
 * @param kinds the kinds that were checked. Another amount is closed only by the source that found it, because a statement may list net
 *   amounts.
 * @returns the number of differences, without those that an operator has resolved and that have not changed since.
 */
export async function noteDifferences(
  tx: Queryable,
  { id: accountId, platformId, provider }: Account,
  looked: readonly Looked[],
  found: readonly FoundDifference[],
  { kinds = DIFFERENCES, source = 'statement' }: { kinds?: readonly Difference[]; source?: ItemSource } = {},
): Promise<number> {
  const saidAt = new Map(looked.map((one) => [one.transactionId, one.saidAt]))
  const kindsOf = Map.groupBy(found, ({ transactionId }) => transactionId)
  const still = Object.fromEntries([...kindsOf].map(([id, own]) => [id, own.map(({ kind }) => kind)]))
  const said = sql`(${JSON.stringify(Object.fromEntries(saidAt))}::jsonb ->> item.transaction_id)::timestamptz`
  if (looked.length > 0)
    await tx.execute(sql`
      UPDATE ${reconciliationItems} item SET state = 'resolvedAutomatically', resolved_at = now()
      WHERE item.id = ANY (ARRAY (
          SELECT there.id FROM unnest(${sql.param([...saidAt.keys()])}::text[]) AS looked (id) CROSS JOIN LATERAL (
            SELECT id FROM ${reconciliationItems}
            WHERE provider_account_id = ${accountId} AND transaction_id = looked.id AND ${itemIsOpen(sql`state`)}
            OFFSET 0) there))
        AND ${itemIsOpen(sql`item.state`)} AND item.kind = ANY (${sql.param([...kinds])}::text[])
        AND (item.kind <> 'amount' OR item.source = ${source})
        AND (item.said_at IS NULL OR ${said} >= item.said_at)
        AND NOT coalesce(jsonb_exists(${JSON.stringify(still)}::jsonb -> item.transaction_id, item.kind), false)`)
  if (found.length === 0) return 0
  // A refund and a withdrawal may share an id, and an INSERT cannot update one row twice.
  const unique = new Map(found.toReversed().map((one) => [`${one.kind} ${one.transactionId}`, one]))
  const rows = [...unique.values()].map((one) => ({ id: uuidv7(), ...one, saidAt: saidAt.get(one.transactionId) }))
  const current = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (id uuid, kind text, "transactionId" text, "chargeId" uuid, "disbursementId" uuid, ours jsonb, theirs jsonb, "saidAt" timestamptz)`
  const written = await tx.execute<{ id: string }>(sql`
    INSERT INTO ${reconciliationItems}
      (id, platform_id, provider_account_id, provider, source, kind, charge_id, disbursement_id, transaction_id, ours, theirs, said_at)
    SELECT found.id, ${platformId}, ${accountId}, ${provider}, ${source}, found.kind, found."chargeId", found."disbursementId", found."transactionId",
      nullif(found.ours, 'null'), nullif(found.theirs, 'null'), CASE WHEN found."saidAt" > now() THEN now() ELSE found."saidAt" END
    FROM ${current}
    WHERE NOT EXISTS (
      SELECT FROM ${reconciliationItems} settled
      WHERE settled.provider_account_id = ${accountId} AND settled.transaction_id = found."transactionId"
        AND settled.kind = found.kind AND ${itemIsResolvedByHand(sql`settled.state`)}
        AND settled.ours IS NOT DISTINCT FROM nullif(found.ours, 'null')
        AND settled.theirs IS NOT DISTINCT FROM nullif(found.theirs, 'null')
      OFFSET 0)
    ON CONFLICT (provider_account_id, kind, transaction_id) WHERE ${itemIsOpen(sql`state`)} DO UPDATE SET
      ours = excluded.ours,
      theirs = CASE WHEN reconciliation_items.said_at IS NULL OR excluded.said_at >= reconciliation_items.said_at
        THEN excluded.theirs ELSE reconciliation_items.theirs END,
      said_at = greatest(reconciliation_items.said_at, excluded.said_at)
    RETURNING id`)
  return written.length
}
