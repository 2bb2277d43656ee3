/** Lists the receivers of one platform, newest first. */
import { and, eq, inArray } from 'drizzle-orm'
import { RECEIVER_STATUSES, type ReceiverStatus } from '../../../domain/receiver.ts'
import type { Database } from '../../client.ts'
import { receivers } from '../../schema/index.ts'
import { countTabs, type ListCounts } from '../list/counts.ts'
import { find } from '../list/find.ts'
import type { Listing, Wanted } from '../list/listing.ts'
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
  filter: ReceiverFilter,
  page: Wanted,
): Promise<Page<ReceiverRow>> {
  return rowsOf(await find(db, listingOf(platformId, filter), page), (ids) =>
    db
      .select()
      .from(receivers)
      .where(and(eq(receivers.platformId, platformId), inArray(receivers.id, ids))),
  )
}

const STATUS = 1
const TABS = RECEIVER_STATUSES.map((name) => ({ name, facet: STATUS, is: name }))

/** The number of receivers in each tab. */
export function countReceivers(
  db: Database,
  platformId: string,
  { status: _status, ...filter }: ReceiverFilter,
): Promise<ListCounts> {
  return countTabs(db, listingOf(platformId, filter), TABS)
}

function listingOf(platformId: string, { status, provider, createdFrom, createdTo, q }: ReceiverFilter): Listing {
  const facets = [
    { column: receivers.provider, given: provider },
    { column: receivers.status, given: status, values: RECEIVER_STATUSES },
  ]
  const kind = 'receiver'
  const at = receivers.createdAt
  return {
    table: receivers,
    at,
    kind,
    platformId,
    scope: undefined,
    facets,
    rare: [],
    from: createdFrom,
    to: createdTo,
    q,
  }
}
