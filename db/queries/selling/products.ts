/** What a platform sells. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { products } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'

export type ProductRow = typeof products.$inferSelect
export type NewProductRow = typeof products.$inferInsert

const own = (platformId: string, id: string) => and(eq(products.platformId, platformId), eq(products.id, id))

export async function listProducts(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<ProductRow>> {
  return newestOf(db.select().from(products), products, eq(products.platformId, platformId), page)
}

export async function findProduct(db: Database, platformId: string, id: string): Promise<ProductRow | undefined> {
  const [row] = await db.select().from(products).where(own(platformId, id))
  return row
}

export async function insertProduct(db: Database, product: NewProductRow): Promise<ProductRow> {
  const [row] = await db.insert(products).values(product).returning()
  if (!row) throw new Error('The insert returned no row')
  return row
}

/** Undefined when the platform has no such product. */
export async function changeProduct(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewProductRow>,
): Promise<ProductRow | undefined> {
  const [row] = await db
    .update(products)
    .set({ ...change, updatedAt: sql`now()` })
    .where(own(platformId, id))
    .returning()
  return row
}
