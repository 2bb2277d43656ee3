/** Records as missing here what the provider has, or may have, and we do not know. */
import { and, eq } from 'drizzle-orm'
import type { Side } from '../../../domain/reconciliation.ts'
import type { Database } from '../../client.ts'
import { providerAccounts, reconciliationItems } from '../../schema/index.ts'
import { itemIsOpen } from '../movement/statuses.ts'
import { owesAmount } from '../webhook/unknown.ts'
import { type Account, noteDifferences } from './items.ts'

/** The most open differences per account. More would mean that another system sells through the account too. */
const MOST_OPEN = 100

/** The same while a request of ours has no answer. */
const MOST_OWED = 1_000

/** For what we have sent ourselves, and whose row is gone. */
export async function noteForgotten(db: Database, accountId: string, id: string, theirs: Side): Promise<void> {
  const { platformId, provider } = providerAccounts
  const [account] = await db
    .select({ id: providerAccounts.id, platformId, provider })
    .from(providerAccounts)
    .where(eq(providerAccounts.id, accountId))
  if (account) await note(db, account, id, theirs)
}

/** @returns false if as many stand open at the account as are listed, so that one which is not listed yet is not. */
export type NoteOfNotice = (db: Database, account: Account, transactionId: string, theirs: Side) => Promise<boolean>

/**
 * For a transaction that a notice names, and that has stayed unknown for a while. The difference is closed once the transaction becomes known.
 */
export const noteUnknown: NoteOfNotice = async (db, account, transactionId, theirs) => {
  if ((await countOpen(db, account)) >= MOST_OPEN) return false
  await note(db, account, transactionId, theirs)
  return true
}

/**
 * As noteUnknown, while a request of ours to the account has no answer, which this may be: one with its amount, or without any, is kept in
 * any case.
 */
export const noteOwed: NoteOfNotice = async (db, account, transactionId, theirs) => {
  const { amount } = theirs
  const isLikely = amount === undefined || (await owesAmount(db, account.id, amount))
  if (!isLikely && (await countOpen(db, account)) >= MOST_OWED) return false
  await note(db, account, transactionId, theirs)
  return true
}

function countOpen(db: Database, account: Account): Promise<number> {
  const { providerAccountId, state, source } = reconciliationItems
  const isOpen = and(eq(providerAccountId, account.id), eq(source, 'notice'), itemIsOpen(state))
  return db.$count(reconciliationItems, isOpen)
}

async function note(db: Database, account: Account, transactionId: string, theirs: Side): Promise<void> {
  const found = [{ kind: 'missingHere', transactionId, ours: null, theirs }] as const
  await db.transaction((tx) => noteDifferences(tx, account, [], found, { source: 'notice' }))
}
