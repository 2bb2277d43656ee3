import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageOff, Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { productQueries } from './queries.ts'

/** All products, those too that no offer sells. */
export function ProductsTable({ wanted }: { wanted: { q?: string } }) {
  const { t } = useTranslation('selling')
  const columns: readonly Column<Product>[] = [
    {
      id: 'name',
      header: t('column.title'),
      card: 'lead',
      className: 'max-w-96 font-medium',
      cell: ({ name, imageUrl }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Thumbnail url={imageUrl} />
          <span className="truncate">{name}</span>
        </span>
      ),
    },
    {
      id: 'offers',
      header: t('offers.title'),
      card: 'aside',
      cell: ({ offerCount }) =>
        offerCount === 0 ? (
          <Badge tone="warning">{t('product.noOffer')}</Badge>
        ) : (
          <span className="figures font-normal">{t('product.offers', { count: offerCount })}</span>
        ),
    },
    {
      id: 'kind',
      header: t('product.kind'),
      card: 'sub',
      className: 'text-ink-soft',
      cell: ({ tangible }) => t(tangible ? 'product.tangible' : 'product.intangible'),
    },
    {
      id: 'created',
      header: t('product.createdAt'),
      align: 'end',
      card: 'hidden',
      className: 'text-ink-soft whitespace-nowrap',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
  return (
    <PagedTable<Product>
      query={useInfiniteQuery(productQueries.list(wanted))}
      empty={
        <EmptyState icon={Package} title={t(wanted.q ? 'noneTitle' : 'product.emptyTitle')}>
          {t(wanted.q ? 'noneText' : 'product.emptyText')}
        </EmptyState>
      }
      caption={t('product.all')}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id, name }) => ({ to: `/products/${id}`, label: name })}
    />
  )
}

function Thumbnail({ url }: { url: string | null }) {
  if (url) return <img src={url} alt="" className="size-9 shrink-0 rounded-md border border-line object-cover" />
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-faint">
      <ImageOff aria-hidden className="size-4" />
    </span>
  )
}
