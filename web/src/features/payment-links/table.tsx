import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { SoldTable } from '../selling/sold-table.tsx'
import { EditLinkDialog } from './edit.tsx'
import { changeLink, linkQueries } from './queries.ts'

/** All links, or those for a product's offers. */
export function LinksTable({ productId }: { productId?: string }) {
  const { t } = useTranslation('selling')
  const { money, moment } = useFormat()
  const change = useMutation(changeLink(useQueryClient()))
  const columns: readonly Column<PaymentLink>[] = [
    {
      id: 'amount',
      header: t('column.amount'),
      className: 'figures',
      cell: ({ amount }) => (amount === null ? t('links.ofOffer') : money(amount)),
    },
    {
      id: 'uses',
      header: t('column.uses'),
      className: 'figures whitespace-nowrap',
      cell: ({ uses, maxUses }) => (maxUses === null ? uses : t('links.usesOf', { uses, maxUses })),
    },
    {
      id: 'expires',
      header: t('column.expires'),
      className: 'figures text-ink-soft whitespace-nowrap',
      cell: ({ expiresAt }) => (expiresAt === null ? t('links.never') : moment(expiresAt)),
    },
  ]
  return (
    <SoldTable<PaymentLink>
      caption={t('links.title')}
      query={useQuery(linkQueries.list(productId))}
      empty={{ icon: Link2, title: t('links.emptyTitle'), text: t('links.emptyText') }}
      nameOf={({ title }) => title ?? t('links.untitled')}
      stateOf={({ state }) => state}
      columns={columns}
      onPause={({ id, enabled }) => change.mutate({ id, enabled: !enabled })}
      editor={(link, onClose) => <EditLinkDialog link={link} onClose={onClose} />}
    />
  )
}
