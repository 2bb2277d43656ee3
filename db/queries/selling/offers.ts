/** Products at a price. */
import { and, count, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { modeOf, testTwinOf } from '../../../domain/mode.ts'
import { isPageOpen, MOST_CHOSEN, type OfferState, UNGUESSABLE_MARK } from '../../../domain/selling.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { chosenAddresses, offers, platforms } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { named } from './named.ts'
import { insertProduct, type NewProductRow } from './products.ts'

export type OfferRow = typeof offers.$inferSelect
export type NewOfferRow = typeof offers.$inferInsert

const own = (platformId: string, id: string) => and(eq(offers.platformId, platformId), eq(offers.id, id))

/** Why an address was not claimed: it belongs to another page, or belonged to another platform; or the platform has chosen enough of them. */
export type NoAddress = 'taken' | 'tooMany'

export interface OfferFilter {
  /** Only offers of this product. */
  productId?: string
  state?: OfferState
  q?: string
}

export async function listOffers(
  db: Database,
  platformId: string,
  { productId, state, q }: OfferFilter,
  page: { limit: number; after?: Keyset },
): Promise<Page<OfferRow>> {
  const ofProduct = productId === undefined ? undefined : eq(offers.productId, productId)
  const inState = state === undefined ? undefined : eq(offers.enabled, isPageOpen(state))
  const wanted = and(eq(offers.platformId, platformId), ofProduct, inState, named(q, offers.name, offers.slug))
  return newestOf(db.select().from(offers), offers, wanted, page)
}

export async function findOffer(db: Database, platformId: string, id: string): Promise<OfferRow | undefined> {
  const [row] = await db.select().from(offers).where(own(platformId, id))
  return row
}

/**
 * @param sold the id of an existing product, or a new product to create with the offer.
 * @returns why it has no address; nothing was created then.
 */
export async function insertOffer(
  db: Database,
  offer: Omit<NewOfferRow, 'productId'>,
  sold: string | NewProductRow,
): Promise<OfferRow | NoAddress> {
  const made = withAddress(db, async (tx) => {
    const productId = typeof sold === 'string' ? sold : (await insertProduct(tx, sold)).id
    return tx
      .insert(offers)
      .values({ ...offer, productId })
      .returning()
  })
  return made as Promise<OfferRow | NoAddress>
}

/** @returns undefined if the platform has no such offer; or why it has no address, and nothing was changed then. */
export async function changeOffer(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewOfferRow>,
): Promise<OfferRow | undefined | NoAddress> {
  return withAddress(db, (tx) =>
    tx
      .update(offers)
      .set({ ...change, updatedAt: sql`now()` })
      .where(own(platformId, id))
      .returning(),
  )
}

async function withAddress(
  db: Database,
  write: (tx: Queryable) => PromiseLike<OfferRow[]>,
): Promise<OfferRow | undefined | NoAddress> {
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
async function claimAddress(tx: Queryable, { slug, platformId }: OfferRow): Promise<NoAddress | undefined> {
  const mine = { slug, platformId }
  const isOwn = eq(chosenAddresses.platformId, platformId)
  const wasTwins = eq(chosenAddresses.platformId, testTwinOf(platformId))
  const [isNew] = await tx
    .insert(chosenAddresses)
    .values(mine)
    .onConflictDoUpdate({ target: chosenAddresses.slug, set: { platformId }, setWhere: wasTwins })
    .returning()
  if (!isNew) {
    const [kept] = await tx
      .select({ slug: chosenAddresses.slug })
      .from(chosenAddresses)
      .where(and(eq(chosenAddresses.slug, slug), isOwn))
    return kept ? undefined : 'taken'
  }
  if (slug.startsWith(UNGUESSABLE_MARK)) return undefined
  // Those that choose at the same moment count each other.
  await tx.select({ id: platforms.id }).from(platforms).where(eq(platforms.id, platformId)).for('no key update')
  const [chosen] = await tx
    .select({ count: count() })
    .from(chosenAddresses)
    .where(and(isOwn, sql`left(${chosenAddresses.slug}, 1) <> '_'`))
  return (chosen?.count ?? 0) > MOST_CHOSEN[modeOf(platformId)] ? 'tooMany' : undefined
}
