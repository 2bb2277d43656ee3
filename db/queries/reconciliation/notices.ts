/** Records a transaction that a provider's notice names and that has stayed unknown for a while as missing here. */
import { and, eq } from 'drizzle-orm'
import type { Side } from '../../../domain/reconciliation.ts'
import type { Database } from '../../client.ts'
import { reconciliationItems } from '../../schema/index.ts'
import { type Account, noteDifferences } from './items.ts'

/** The most open differences per account. More would mean that another system sells through the account too. */
const MOST_OPEN = 100

/** The difference is closed once the transaction becomes known. */
export async function noteUnknown(db: Database, account: Account, transactionId: string, theirs: Side): Promise<void> {
  const { providerAccountId, state, source } = reconciliationItems
  const isOpen = and(eq(providerAccountId, account.id), eq(source, 'notice'), eq(state, 'open'))
  if ((await db.$count(reconciliationItems, isOpen)) >= MOST_OPEN) return
  const found = [{ kind: 'missingHere', transactionId, ours: null, theirs }] as const
  await db.transaction((tx) => noteDifferences(tx, account, [], found, { source: 'notice' }))
}
