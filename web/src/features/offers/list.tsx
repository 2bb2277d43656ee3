import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Package, Plus, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Offer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { EditOfferDialog } from './edit.tsx'
import { OfferDialog } from './form.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { changeOffer, offerQueries } from './queries.ts'

export function OffersPage() {
  const { t } = useTranslation(['selling', 'common'])
  const { money } = useFormat()
  const offers = useQuery(offerQueries.list())
  const change = useMutation(changeOffer(useQueryClient()))
  const [isNew, setNew] = useState(false)
  const [edited, setEdited] = useState<Offer | null>(null)
  const [scanned, setScanned] = useState<Offer | null>(null)
  const rows = offers.data?.data ?? []
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('offers.new')}
    </Button>
  )
  return (
    <Page title={t('offers.title')} lead={t('offers.lead')} actions={add}>
      <Panel flush>
        {offers.isPending && <TableSkeleton columns={5} rows={3} label={t('common:loading')} />}
        {offers.isError && <ErrorState error={offers.error} onRetry={() => void offers.refetch()} />}
        {offers.isSuccess && rows.length === 0 && (
          <EmptyState icon={Package} title={t('offers.emptyTitle')}>
            {t('offers.emptyText')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable<Offer>
            caption={t('offers.title')}
            columns={columns(t, money, {
              onPause: (offer) => change.mutate({ id: offer.id, enabled: !offer.enabled }),
              onEdit: setEdited,
              onScan: setScanned,
            })}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
      {isNew && <OfferDialog onClose={() => setNew(false)} />}
      {edited && <EditOfferDialog offer={edited} onClose={() => setEdited(null)} />}
      {scanned && <QrDialog title={scanned.name} url={scanned.url} onClose={() => setScanned(null)} />}
    </Page>
  )
}

function columns(
  t: TFunction<['selling', 'common']>,
  money: (amount: number) => string,
  { onPause, onEdit, onScan }: Record<'onPause' | 'onEdit' | 'onScan', (offer: Offer) => void>,
): readonly Column<Offer>[] {
  return [
    { id: 'name', header: t('column.title'), card: 'lead', className: 'font-medium', cell: ({ name }) => name },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ enabled }) => (
        <Badge tone={enabled ? 'success' : 'pending'}>{t(enabled ? 'state.open' : 'state.paused')}</Badge>
      ),
    },
    { id: 'price', header: t('column.amount'), className: 'figures', cell: ({ price }) => money(price) },
    {
      id: 'methods',
      header: t('column.methods'),
      className: 'text-ink-soft',
      cell: ({ paymentMethods }) => paymentMethods.map((method) => t(`method.${method}`)).join(', '),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (offer) => (
        <span className="inline-flex gap-2">
          <CopyButton text={offer.url} label={t('copy')} />
          <Button size="icon" aria-label={t('qr.show')} onClick={() => onScan(offer)}>
            <QrCode aria-hidden />
          </Button>
          <Button onClick={() => onEdit(offer)}>{t('edit.show')}</Button>
          <Button onClick={() => onPause(offer)}>{t(offer.enabled ? 'pause' : 'resume')}</Button>
        </span>
      ),
    },
  ]
}
