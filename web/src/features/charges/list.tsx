import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LiveMark } from '../../ui/live-mark.tsx'
import { AllNarrowed, Narrowed } from '../../ui/narrowed.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { useSingleKeys } from '../../ui/single-keys.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { sortingBy, sortingByAge, sortingByUsual } from '../../ui/use-sort.ts'
import { useBuyerName } from '../customers/buyer.tsx'
import { customerQueries } from '../customers/queries.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { offerQueries } from '../offers/queries.ts'
import { linkQueries } from '../payment-links/queries.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { chargeColumns } from './columns.tsx'
import { type ChargeFilters, hasFilters, readFilters, toQuery, writeFilters } from './filters.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { useLiveCharges } from './live.ts'
import { paidOrAsked } from './paid-or-asked.ts'
import { byCreation } from './period-of.ts'
import { chargeQueries } from './queries.ts'
import { statusLabel } from './status-label.ts'

export function ChargesPage() {
  const { t } = useTranslation(['charges', 'common', 'overview', 'selling'])
  const format = useFormat()
  const nameOf = useBuyerName()
  const [search, setSearch] = useAddress()
  const filters = readFilters(search)
  const setFilters = (change: Partial<ChargeFilters>) =>
    setSearch((before) => writeFilters({ ...readFilters(before), ...change }), { replace: 'q' in change })
  const query = toQuery(filters, new Date())
  const charges = useInfiniteQuery(chargeQueries.list(query))
  const totals = useQuery({ ...chargeQueries.totals(query), placeholderData: keepPreviousData })
  const sortBy = (sort: ChargeFilters['sort']) => setFilters({ sort })
  const byPayment = filters.periodOf === 'paid'
  const columns = chargeColumns(t, format, useProviderName(), {
    byAge: byPayment ? sortingBy('createdAt', filters.sort, sortBy) : sortingByAge(filters.sort, sortBy),
    byAmount: sortingBy('amount', filters.sort, sortBy),
    byPaid: (byPayment ? sortingByUsual : sortingBy)('paidAt', filters.sort, sortBy),
    isByPayment: byPayment,
  })

  const [singleKeys] = useSingleKeys()
  const [news, setNews] = useState('')
  const stream = useLiveCharges((charge) =>
    setNews(t('list.changed', { name: nameOf(charge.customer), status: statusLabel(t, charge) })),
  )

  return (
    <Page
      title={t('list.title')}
      heading={
        <div className="flex items-baseline gap-4">
          <h1 className="text-xl font-semibold tracking-tight">{t('list.title')}</h1>
          <LiveMark state={stream} />
        </div>
      }
      lead={t('list.lead')}
      actions={
        <>
          <ExportButton resource="charges" query={query} disabled={rowsOf(charges).length === 0} />
          <LinkButton to="/charges/new" look="primary" {...(singleKeys === 'on' && { 'aria-keyshortcuts': 'n' })}>
            <Plus aria-hidden />
            {t('list.new')}
          </LinkButton>
        </>
      }
    >
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      <ListToolbar filters={filters} totals={totals.data} onChange={setFilters} />
      <AllNarrowed>
        {filters.customerId && <OneCustomer id={filters.customerId} />}
        {filters.offerId && <OneOffer id={filters.offerId} />}
        {filters.paymentLinkId && <OneLink id={filters.paymentLinkId} />}
        {filters.periodOf && (
          <Narrowed name="periodOf" text={t(`list.periodOf.${filters.periodOf}`)} without={byCreation} />
        )}
        {filters.currency && <Narrowed name="currency" text={t(`overview:currency.${filters.currency}`)} />}
        {filters.figure && <Narrowed name="figure" text={t(`overview:figure.${filters.figure}`)} />}
        {filters.reason && <Narrowed name="reason" text={t(`overview:reason.${filters.reason}`)} />}
      </AllNarrowed>
      <PagedTable<Charge>
        query={charges}
        empty={<NoCharges filtered={hasFilters(filters)} />}
        caption={t(byPayment ? 'list.captionPaid' : 'list.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={(charge) => ({
          to: `/charges/${charge.id}`,
          label: t('list.open', {
            amount: format.money(paidOrAsked(charge), charge.currency),
            name: nameOf(charge.customer),
          }),
        })}
      />
    </Page>
  )
}

/** Whose charges these are alone. */
function OneCustomer({ id }: { id: string }) {
  const { data } = useQuery(customerQueries.one(id))
  return <Narrowed name="customerId" text={data?.name} />
}

function OneOffer({ id }: { id: string }) {
  const { data } = useQuery(offerQueries.one(id))
  return <Narrowed name="offerId" text={data?.name} />
}

function OneLink({ id }: { id: string }) {
  const { t } = useTranslation('selling')
  const { data } = useQuery(linkQueries.one(id))
  return <Narrowed name="paymentLinkId" text={data && (data.title ?? t('links.untitled'))} />
}

function NoCharges({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation('charges')
  if (filtered) return <NoneFound title={t('list.noneTitle')}>{t('list.noneText')}</NoneFound>
  return (
    <EmptyState
      icon={ReceiptText}
      title={t('list.emptyTitle')}
      action={
        <LinkButton to="/charges/new" look="primary">
          <Plus aria-hidden />
          {t('list.new')}
        </LinkButton>
      }
    >
      {t('list.emptyText')}
    </EmptyState>
  )
}
