/** A provider told of a transaction that we do not know: missing here, once it has been unknown for a while. */
import { and, eq } from 'drizzle-orm'
import type { Side } from '../../../domain/reconciliation.ts'
import type { Database } from '../../client.ts'
import { reconciliationItems } from '../../schema/index.ts'
import { type Account, noteDifferences } from './items.ts'

/** Of more at one account nobody learns anything new: another system sells there, too. */
const MOST_OPEN = 100

/** When its transaction becomes known, that ends it. */
export async function noteUnknown(db: Database, account: Account, transactionId: string, theirs: Side): Promise<void> {
  const { providerAccountId, state, source } = reconciliationItems
  const isOpen = and(eq(providerAccountId, account.id), eq(source, 'notice'), eq(state, 'open'))
  if ((await db.$count(reconciliationItems, isOpen)) >= MOST_OPEN) return
  const found = [{ kind: 'missingHere', transactionId, ours: null, theirs }] as const
  await db.transaction((tx) => noteDifferences(tx, account, [], found, { source: 'notice' }))
}
