import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type LucideIcon, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread, useRead } from '../../ui/unread.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { MoreOfLedger } from './more-of-ledger.tsx'
import { LEDGER_PAGE, SEARCHED } from './queries.ts'
import { isSought } from './search.ts'

interface Entry {
  provider: string
  id: string
  amount: number
  status: string
}

interface LedgerProps<Row extends Entry> {
  title: string
  caption: string
  columns: readonly Column<Row>[]
  /** What is typed into the search; it looks among the newest `SEARCHED`. */
  q: string
  /** Its query for the newest so many. */
  newest: (shown: number) => UseQueryOptions<{ data: Row[] }, Error, { data: Row[] }, (string | number | null)[]>
  /** What else a row is found by, besides its id, amount, status and provider. */
  textsOf: (row: Row) => readonly (string | null | undefined)[]
  /** Where there is none at all. */
  empty: { icon: LucideIcon; title: string; text: string }
}

/** The newest of the fake providers' records of one kind. */
export function Ledger<Row extends Entry>(props: LedgerProps<Row>) {
  const { title, caption, columns, q, newest, textsOf, empty } = props
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  const [shown, setShown] = useState(LEDGER_PAGE)
  const ledger = useQuery(newest(q === '' ? shown : SEARCHED))
  const { isPlaceholderData } = ledger
  const data = useRead(ledger)
  const rows = (data?.data ?? []).filter((row) =>
    isSought(q, [row.id, money(row.amount), row.status, providerName(row.provider), ...textsOf(row)]),
  )
  const isLooking = data && isPlaceholderData && rows.length === 0
  const waiting = <TableSkeleton columns={5} label={t('common:loading')} />
  const isNone = data && !isLooking && rows.length === 0
  return (
    <Panel flush title={title}>
      <Unread query={ledger} waiting={waiting} />
      {isLooking && waiting}
      {isNone && q !== '' && <EmptyState icon={SearchX} title={t('noneTitle')} />}
      {isNone && q === '' && (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable<Row>
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ provider, id }) => `${provider}/${id}`}
        />
      )}
      {q === '' && <MoreOfLedger rows={rows.length} shown={shown} busy={isPlaceholderData} onMore={setShown} />}
    </Panel>
  )
}
