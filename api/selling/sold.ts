/** Offers and payment links are shown with what they sold. */
import type { Database } from '../../db/client.ts'
import type { Page } from '../../db/queries/list/pages.ts'
import { NO_SALES, type Sales, salesOf } from '../../db/queries/selling/sales.ts'
import { presentPage } from '../cursor.ts'

interface Sellable {
  id: string
  platformId: string
}

/** @param by what a charge names it by. */
export function withSales<Row extends Sellable, Shown>(
  db: Database,
  by: 'offerId' | 'paymentLinkId',
  present: (row: Row, sales: Sales) => Shown,
) {
  const load = async (rows: readonly Row[]) => {
    const ids = rows.map(({ id }) => id)
    const sales = rows[0] && (await salesOf(db, rows[0].platformId, by, ids))
    return (row: Row) => present(row, sales?.get(row.id) ?? NO_SALES)
  }
  return {
    one: async (row: Row) => (await load([row]))(row),
    page: async (page: Page<Row>) => presentPage(page, await load(page.rows)),
  }
}
