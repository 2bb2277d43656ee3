/** The receivers of one platform, newest first. */
import { and, eq, inArray } from 'drizzle-orm'
import { RECEIVER_STATUSES, type ReceiverStatus } from '../../../domain/receiver.ts'
import type { Database } from '../../client.ts'
import { receivers } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import type { Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import type { ReceiverRow } from './read.ts'

export interface ReceiverFilter {
  status?: ReceiverStatus
  provider?: string
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listReceivers(
  db: Database,
  platformId: string,
  { status, provider, createdFrom, createdTo, q }: ReceiverFilter,
  page: Wanted,
): Promise<Page<ReceiverRow>> {
  const facets = [
    { column: receivers.provider, given: provider },
    { column: receivers.status, given: status, values: RECEIVER_STATUSES },
  ]
  const listing = { table: receivers, kind: 'receiver' as const, platformId, scope: undefined, facets, rare: [] }
  return rowsOf(await find(db, { ...listing, createdFrom, createdTo, q }, page), (ids) =>
    db
      .select()
      .from(receivers)
      .where(and(eq(receivers.platformId, platformId), inArray(receivers.id, ids))),
  )
}
