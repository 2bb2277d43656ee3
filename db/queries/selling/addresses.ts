/** Addresses of public pages. Offers and payment links share one set of them in the whole installation. */
import { and, count, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { modeOf, testTwinOf } from '../../../domain/mode.ts'
import { MOST_CHOSEN, UNGUESSABLE_MARK } from '../../../domain/selling.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { chosenAddresses, offers, paymentLinks } from '../../schema/index.ts'
import { lockPlatform } from '../lock-platform.ts'

/** Why an address was not claimed: it belongs to another page, or belonged to another platform; or the platform has chosen enough of them. */
export type NoAddress = 'taken' | 'tooMany'

interface Addressed {
  slug: string
  platformId: string
}

/**
 * Writes a page's row and claims its address.
 * @returns undefined if `write` wrote no row; or why it has no address, and nothing was written then.
 */
export async function withAddress<Row extends Addressed>(
  db: Database,
  write: (tx: Queryable) => PromiseLike<Row[]>,
): Promise<Row | undefined | NoAddress> {
  let refusal: NoAddress | undefined
  try {
    return await db.transaction(async (tx) => {
      const [row] = await write(tx)
      refusal = row && (await claimAddress(tx, row))
      if (refusal) tx.rollback()
      return row
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    if (error instanceof TransactionRollbackError && refusal) return refusal
    throw error
  }
}

/** Claims the address, unless it is the platform's own already. Its test twin's becomes its own. */
async function claimAddress(tx: Queryable, { slug, platformId }: Addressed): Promise<NoAddress | undefined> {
  const isOwn = eq(chosenAddresses.platformId, platformId)
  const wasTwins = eq(chosenAddresses.platformId, testTwinOf(platformId))
  // Locks the address's row in any case, so that an offer and a link that choose it at the same moment see each other below.
  const [isNew] = await tx
    .insert(chosenAddresses)
    .values({ slug, platformId })
    .onConflictDoUpdate({ target: chosenAddresses.slug, set: { platformId }, setWhere: wasTwins })
    .returning()
  if (slug.startsWith(UNGUESSABLE_MARK)) return undefined
  if (await isOfTwoPages(tx, slug)) return 'taken'
  if (!isNew) {
    const [kept] = await tx
      .select({ slug: chosenAddresses.slug })
      .from(chosenAddresses)
      .where(and(eq(chosenAddresses.slug, slug), isOwn))
    return kept ? undefined : 'taken'
  }
  // Those that choose at the same moment count each other.
  await lockPlatform(tx, platformId)
  const [chosen] = await tx
    .select({ count: count() })
    .from(chosenAddresses)
    .where(and(isOwn, sql`left(${chosenAddresses.slug}, 1) <> '_'`))
  return (chosen?.count ?? 0) > MOST_CHOSEN[modeOf(platformId)] ? 'tooMany' : undefined
}

/** An index of each table keeps its own pages apart; none spans both. */
async function isOfTwoPages(tx: Queryable, slug: string): Promise<boolean> {
  const pages = await unionAll(
    tx.select({ id: offers.id }).from(offers).where(eq(offers.slug, slug)),
    tx.select({ id: paymentLinks.id }).from(paymentLinks).where(eq(paymentLinks.slug, slug)),
  )
  return pages.length > 1
}
