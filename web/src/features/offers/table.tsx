import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Offer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { SoldTable } from '../selling/sold-table.tsx'
import { EditOfferDialog } from './edit.tsx'
import { changeOffer, offerQueries } from './queries.ts'

/** All offers, each leading to its product; or those of one product. */
export function OffersTable({ productId }: { productId?: string }) {
  const { t } = useTranslation('selling')
  const { money } = useFormat()
  const change = useMutation(changeOffer(useQueryClient()))
  const columns: readonly Column<Offer>[] = [
    { id: 'price', header: t('column.amount'), className: 'figures', cell: ({ price }) => money(price) },
    {
      id: 'methods',
      header: t('column.methods'),
      className: 'text-ink-soft',
      cell: ({ paymentMethods }) => paymentMethods.map((method) => t(`method.${method}`)).join(', '),
    },
  ]
  return (
    <SoldTable<Offer>
      caption={t('offers.title')}
      query={useQuery(offerQueries.list(productId))}
      empty={{ icon: Package, title: t('offers.emptyTitle'), text: t('offers.emptyText') }}
      nameOf={({ name }) => name}
      stateOf={({ enabled }) => (enabled ? 'open' : 'paused')}
      columns={columns}
      {...(productId ? {} : { linkOf: (offer: Offer) => `/products/${offer.productId}` })}
      onPause={({ id, enabled }) => change.mutate({ id, enabled: !enabled })}
      editor={(offer, onClose) => <EditOfferDialog offer={offer} onClose={onClose} />}
    />
  )
}
