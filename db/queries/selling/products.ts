/** A platform's products. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { products } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { named } from './named.ts'

export type ProductRow = typeof products.$inferSelect
/** A product with the number of its offers. */
export type CountedProductRow = ProductRow & { offerCount: number }
export type NewProductRow = typeof products.$inferInsert

const counted = {
  ...getTableColumns(products),
  offerCount: sql<number>`(SELECT count(*) FROM offers WHERE offers.product_id = products.id)::integer`,
}

const own = (platformId: string, id: string) => and(eq(products.platformId, platformId), eq(products.id, id))

export async function listProducts(
  db: Database,
  platformId: string,
  q: string | undefined,
  page: { limit: number; after?: Keyset },
): Promise<Page<CountedProductRow>> {
  const wanted = and(eq(products.platformId, platformId), named(q, 'products'))
  return newestOf(db.select(counted).from(products), products, wanted, page)
}

export async function findProduct(
  db: Database,
  platformId: string,
  id: string,
): Promise<CountedProductRow | undefined> {
  const [row] = await db.select(counted).from(products).where(own(platformId, id))
  return row
}

export async function insertProduct(db: Queryable, product: NewProductRow): Promise<CountedProductRow> {
  const [row] = await db.insert(products).values(product).returning()
  if (!row) throw new Error('The insert returned no row')
  return { ...row, offerCount: 0 }
}

/** Undefined when the platform has no such product. */
export async function changeProduct(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewProductRow>,
): Promise<CountedProductRow | undefined> {
  const [row] = await db
    .update(products)
    .set({ ...change, updatedAt: sql`now()` })
    .where(own(platformId, id))
    .returning(counted)
  return row
}
