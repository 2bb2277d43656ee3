import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { dayOf, SELLERS_TIME_ZONE } from '../../../../domain/analytics.ts'
import { defined } from '../../../../domain/defined.ts'
import { waitingKindsOf } from '../../../../domain/waiting.ts'
import type { WaitingItem } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/csv.ts'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, explain } from '../../ui/states.tsx'
import { Unread, useRead } from '../../ui/unread.tsx'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { Bulk } from './bulk.tsx'
import { ChooseAll } from './choose-all.tsx'
import { toCsv } from './csv.ts'
import { WaitingRow } from './item.tsx'
import { type BulkOperation, operationsOf } from './model.ts'
import { Outcomes } from './outcomes.tsx'
import { attentionQueries, fetchAllWaiting, type Wanted } from './queries.ts'
import { useBulk } from './use-bulk.ts'
import { useRequester } from './use-requester.ts'

/** Everything that an operator must decide; what has waited longest comes first. */
export function AttentionPage() {
  const { t } = useTranslation(['attention', 'common'])
  const { money } = useFormat()
  const me = useSession()
  const kinds = waitingKindsOf(me.role)
  const [search] = useSearchParams()
  const wanted = defined({ kind: kinds.find((kind) => kind === search.get('kind')) })
  const query = useInfiniteQuery(attentionQueries.list(wanted))
  const isOperator = mayOperate(me)
  const providerOf = useProviderOf()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { decided, decide, forget } = useBulk()
  const read = useRead(query)
  const items = read ? rowsOf<WaitingItem>(query) : []
  const { total = 0, atStake = [] } = read?.pages[0] ?? {}
  const stake = atStake.map(({ amount, currency }) => money(amount, currency)).join(' + ')
  // What is shown until the next kind is there belongs to the one that was left.
  const mayChoose = (item: WaitingItem) =>
    isOperator && !query.isPlaceholderData && operationsOf(item, providerOf(item.provider), me.role).length > 0
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((known) => known !== id)))
  const decideAll = (operation: BulkOperation, those: readonly WaitingItem[], note: string) => {
    setChosen(new Set())
    void decide(operation, those, note)
  }
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="mb-4 md:w-56">
        <AddressFilter
          name="kind"
          label={t('csv.kind')}
          placeholder={t('allKinds')}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </div>
      <Outcomes decided={decided} onClose={forget} />
      <Panel
        flush
        title={total > 0 ? [t('count', { count: total }), stake].filter(Boolean).join(' · ') : undefined}
        aside={<ExportButton wanted={wanted} />}
      >
        <Unread query={query} waiting={<TableSkeleton columns={3} label={t('common:loading')} />} />
        {read &&
          items.length === 0 &&
          (wanted.kind ? (
            <NoneFound title={t('noneTitle')} />
          ) : (
            <EmptyState icon={CircleCheck} title={t('emptyTitle')}>
              {t('emptyText')}
            </EmptyState>
          ))}
        <ChooseAll ids={items.filter(mayChoose).map(({ id }) => id)} chosen={chosen} onChoose={setChosen} />
        <ul aria-label={t('title')} className="divide-y divide-line">
          {items.map((item) => (
            <WaitingRow
              key={item.id}
              item={item}
              isChosen={chosen.has(item.id)}
              onChoose={mayChoose(item) ? (isChosen) => choose(item.id, isChosen) : undefined}
            />
          ))}
        </ul>
      </Panel>
      <LoadMore query={query} />
      {isOperator && (
        <Bulk items={items.filter((item) => mayChoose(item) && chosen.has(item.id))} onDecide={decideAll} />
      )}
    </Page>
  )
}

function ExportButton({ wanted }: { wanted: Wanted }) {
  const { t, i18n } = useTranslation([
    'charges',
    'disbursements',
    'receivers',
    'endpoints',
    'disputes',
    'reconciliation',
    'attention',
    'common',
  ])
  const requesterOf = useRequester()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const name = `trilho-${t('attention:csv.file')}-${dayOf(new Date().toISOString())}.csv`
      download(
        name,
        toCsv(await fetchAllWaiting(wanted), { t, language: i18n.language, timeZone: SELLERS_TIME_ZONE, requesterOf }),
      )
    } catch (error) {
      tellFailure(t(`common:error.${explain(error).kind}.title`), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void run()}>
      <Download aria-hidden />
      {t('attention:export')}
    </Button>
  )
}
