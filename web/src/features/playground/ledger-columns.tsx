import type { TFunction } from 'i18next'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ShortId } from '../../ui/copy.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { LedgerTransaction, LedgerWithdrawal } from './queries.ts'

type Entry = LedgerTransaction | LedgerWithdrawal

const STAGE_TONES = {
  pending: 'pending',
  paid: 'success',
  refused: 'danger',
  expired: 'pending',
  refunded: 'info',
  chargeback: 'danger',
  canceled: 'pending',
} as const satisfies Record<Entry['stage'], Tone>

export interface LedgerWords {
  t: TFunction<['playground', 'common']>
  money: (amount: number) => string
  providerName: (code: string) => string
}

/** The columns shared by the fake providers' records, with a record's own columns before and after the time. */
export function ledgerColumns<Row extends Entry>(
  { t, money, providerName }: LedgerWords,
  { id, created, before = [], after }: { id: string; created: string; before?: Column<Row>[]; after: Column<Row>[] },
): readonly Column<Row>[] {
  return [
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      cell: ({ status, stage }) => (
        <Badge tone={STAGE_TONES[stage]}>
          <span className="font-mono text-[0.6875rem]">{status}</span>
        </Badge>
      ),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount }) => money(amount),
    },
    { id: 'provider', header: t('column.provider'), card: 'sub', cell: ({ provider }) => providerName(provider) },
    { id: 'id', header: id, card: 'foot', cell: (row) => <ShortId id={row.id} /> },
    ...before,
    createdColumn(created),
    ...after,
  ]
}
