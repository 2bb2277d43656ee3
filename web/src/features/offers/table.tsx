import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { OfferState } from '../../../../domain/selling.ts'
import type { Offer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { idNamed, useAddress } from '../../ui/use-address.ts'
import { usePause } from '../../ui/use-pause.ts'
import { productQueries } from '../products/queries.ts'
import { SoldTable } from '../selling/sold-table.tsx'
import { isUnguessable } from '../selling/use-address-field.tsx'
import { EditOfferDialog } from './form.tsx'
import { changeOffer, offerQueries } from './queries.ts'

interface OffersTableProps {
  wanted: { productId?: string; state?: OfferState; q?: string }
  title?: string
  aside?: ReactNode
}

/** Offers, each leading to its product unless they stand on its page. */
export function OffersTable({ wanted, ...heading }: OffersTableProps) {
  const { t } = useTranslation('selling')
  const { money } = useFormat()
  const change = useMutation(changeOffer(useQueryClient()))
  const pause = usePause(change.mutateAsync, { paused: t('paused'), failed: t('failed') })
  const columns: readonly Column<Offer>[] = [
    {
      id: 'methods',
      header: t('column.methods'),
      card: 'hidden',
      className: 'text-ink-soft max-w-44 truncate',
      cell: ({ paymentMethods }) => paymentMethods.map((method) => t(`method.${method}`)).join(', '),
    },
  ]
  const [search] = useAddress()
  const id = idNamed(search, 'offer')
  const query = useInfiniteQuery(offerQueries.list({ ...wanted, ...defined({ id }) }))
  return (
    <SoldTable<Offer>
      caption={t('offers.title')}
      {...heading}
      query={query}
      onlyBy={id === undefined ? undefined : 'offer'}
      isFiltered={Boolean(wanted.q || wanted.state)}
      empty={{ icon: Package, title: t('offers.emptyTitle'), text: t('offers.emptyText') }}
      nameOf={({ name }) => name}
      noteOf={({ slug }) => (isUnguessable(slug) ? t('unguessable') : `/buy/${slug}`)}
      stateOf={({ enabled }) => (enabled ? 'open' : 'paused')}
      amountOf={({ price }) => money(price)}
      columns={columns}
      {...defined({ linkOf: wanted.productId ? undefined : (offer: Offer) => `/products/${offer.productId}` })}
      soldAs="offerId"
      onPause={(row) => pause(row, row.name)}
      editor={(offer, onClose) => <Editor offer={offer} onClose={onClose} />}
    />
  )
}

function Editor({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { data } = useQuery(productQueries.one(offer.productId))
  return <EditOfferDialog offer={offer} product={data} onClose={onClose} />
}
