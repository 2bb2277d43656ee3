/** What waits, as a file that the reader's own spreadsheet opens right. */
import type { TFunction } from 'i18next'
import type { WaitingItem } from '../../api/contract.ts'
import { csvOf, decimal, type Spreadsheet, text, time } from '../../ui/csv.ts'
import { reasonsOf } from './model.ts'

type Translate = TFunction<
  ['charges', 'disbursements', 'receivers', 'endpoints', 'disputes', 'reconciliation', 'attention']
>
interface Sheet extends Spreadsheet {
  t: Translate
  /** The name of who requested it. */
  requesterOf: (item: WaitingItem) => string | undefined
}
type Cell = (item: WaitingItem, sheet: Sheet) => string | null

const COLUMNS = {
  kind: ({ kind }, { t }) => text(t(`attention:kind.${kind}`)),
  id: ({ id }) => text(id),
  name: (item) => text(item.name ?? (item.kind === 'reconciliation' ? item.externalId : null)),
  amount: ({ amount }, sheet) => (amount === null ? null : decimal(amount, sheet)),
  currency: ({ currency }) => currency,
  provider: ({ provider }) => text(provider),
  reasons: (item, { t }) => text(reasonsOf(item, t).join(' ')),
  requestedBy: (item, { requesterOf }) => text(requesterOf(item) ?? null),
  since: ({ since }, sheet) => time(since, sheet),
} as const satisfies Record<string, Cell>

export function toCsv(items: readonly WaitingItem[], sheet: Sheet): string {
  const header = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((name) => sheet.t(`attention:csv.${name}`))
  const cells: readonly Cell[] = Object.values(COLUMNS)
  return csvOf(
    header,
    items.map((item) => cells.map((cell) => cell(item, sheet))),
    sheet,
  )
}
