/** Reads one page of a list as lines of its file, with the same queries and order as the list itself. */
import type { Database } from '../../db/client.ts'
import { type AuditFilter, listAudit } from '../../db/queries/access/audit.ts'
import { chargesBehind } from '../../db/queries/charge/behind.ts'
import { type ChargeFilter, listChargesByTime } from '../../db/queries/charge/list.ts'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { type CustomerFilter, listCustomers } from '../../db/queries/customer/read.ts'
import { type DisbursementFilter, listDisbursements } from '../../db/queries/disbursement/list.ts'
import { type DisputeFilter, listDisputes } from '../../db/queries/dispute/read.ts'
import type { ExportRow } from '../../db/queries/export/exports.ts'
import type { Wanted } from '../../db/queries/list/listing.ts'
import type { Page } from '../../db/queries/list/pages.ts'
import { listReceivers, type ReceiverFilter } from '../../db/queries/receiver/list.ts'
import { readSold } from '../../db/queries/selling/sold.ts'
import { defined } from '../../domain/defined.ts'
import type { ExportedList } from '../../domain/export.ts'
import { type AnySort, indexedOrder, isByPayment } from '../../domain/list-sort.ts'
import type { Cell } from '../../domain/spreadsheet.ts'
import {
  AUDIT_LOG,
  CHARGES,
  CUSTOMERS,
  DISPUTES,
  type OfCharge,
  RECEIVERS,
  REFUNDS,
  type Sheet,
  WITHDRAWALS,
} from './columns.ts'

type Line = readonly Cell[]
type Source = (db: Database, platformId: string, filter: Record<string, unknown>, page: Wanted) => Promise<Page<Lines>>
/** The lines of one row. */
type Lines = (sheet: Sheet) => readonly Line[]

const cellsOf = <Row>(columns: Record<string, (row: Row, sheet: Sheet) => Cell>, row: Row, sheet: Sheet): Line =>
  Object.values(columns).map((cell) => cell(row, sheet))

const one =
  <Row>(columns: Record<string, (row: Row, sheet: Sheet) => Cell>) =>
  (row: Row): Lines =>
  (sheet) => [cellsOf(columns, row, sheet)]

const mapped = <Row>(page: Page<Row>, linesOf: (row: Row) => Lines): Page<Lines> => ({
  ...page,
  rows: page.rows.map(linesOf),
})

const SOURCES: Record<ExportedList, Source> = {
  charges: async (db, platformId, filter, page) =>
    mapped(
      await withSold(db, platformId, await listChargesByTime(db, platformId, filter as ChargeFilter, page)),
      one(CHARGES),
    ),
  refunds: async (db, platformId, { state, paymentMethod: method, ...filter }, page) => {
    const narrowed = {
      ...filter,
      ...defined({ status: state || undefined, method: method || undefined }),
    } as DisbursementFilter
    const refunds = await listDisbursements(db, platformId, 'refund', narrowed, page)
    return mapped(await withCharges(db, platformId, refunds), one(REFUNDS))
  },
  withdrawals: async (db, platformId, { paymentMethod: method, withdrawReference: reference, ...filter }, page) => {
    const narrowed = { ...filter, ...defined({ method: method || undefined, reference: reference || undefined }) }
    return mapped(
      await listDisbursements(db, platformId, 'withdrawal', narrowed as DisbursementFilter, page),
      one(WITHDRAWALS),
    )
  },
  receivers: async (db, platformId, filter, page) =>
    mapped(await listReceivers(db, platformId, filter as ReceiverFilter, page), one(RECEIVERS)),
  customers: async (db, platformId, filter, page) =>
    mapped(
      await listCustomers(db, platformId, filter as CustomerFilter, page),
      (customer) => (sheet) => customer.totals.map((total) => cellsOf(CUSTOMERS, { customer, total }, sheet)),
    ),
  disputes: async (db, platformId, filter, page) =>
    mapped(
      await withCharges(db, platformId, await listDisputes(db, platformId, filter as DisputeFilter, page)),
      one(DISPUTES),
    ),
  'audit-log': async (db, platformId, { createdTo: to, ...filter }, page) =>
    mapped(await listAudit(db, platformId, { ...filter, to } as AuditFilter, page), one(AUDIT_LOG)),
}

async function withCharges<Row extends { chargeId: string | null }>(
  db: Database,
  platformId: string,
  page: Page<Row>,
): Promise<Page<OfCharge<Row>>> {
  const charges = await chargesBehind(db, platformId, page.rows)
  return { ...page, rows: page.rows.map((row) => ({ row, charge: charges.get(row.chargeId) })) }
}

async function withSold(db: Database, platformId: string, page: Page<ChargeRow>) {
  const soldOf = await readSold(db, platformId, page.rows)
  return { ...page, rows: page.rows.map((charge) => ({ ...charge, sold: soldOf(charge) })) }
}

interface Asked {
  sort?: AnySort
  createdTo?: string
  to?: string
  paidFrom?: string
  paidTo?: string
}

/**
 * Rows created after the export was requested are left out, and in a list by payment those paid after it; a list read from the oldest row
 * on would otherwise never end. The export is not ranked: a row paid meanwhile would move to a page already read, and long lists cannot
 * be ranked at all.
 */
export function readLines(db: Database, { platformId, resource, filters, createdAt }: ExportRow, page: Wanted) {
  const { sort, createdTo, to = createdTo, ...filter } = filters as Asked
  const byPayment = isByPayment(filter)
  const until = (end: string | undefined) =>
    end !== undefined && Date.parse(end) < Date.parse(createdAt) ? end : createdAt
  return SOURCES[resource](
    db,
    platformId,
    { ...filter, createdTo: until(to), ...(byPayment && { paidTo: until(filter.paidTo) }) },
    { ...page, ...defined({ sort: indexedOrder(sort, byPayment) }) },
  )
}
