import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { LinkDialog } from './form.tsx'
import { changeLink, linkQueries } from './queries.ts'

export function LinksPage() {
  const { t } = useTranslation(['selling', 'common'])
  const { money } = useFormat()
  const links = useQuery(linkQueries.list())
  const change = useMutation(changeLink(useQueryClient()))
  const [isNew, setNew] = useState(false)
  const rows = links.data?.data ?? []
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('links.new')}
    </Button>
  )
  return (
    <Page title={t('links.title')} lead={t('links.lead')} actions={add}>
      <Panel flush>
        {links.isPending && <TableSkeleton columns={5} rows={3} label={t('common:loading')} />}
        {links.isError && <ErrorState error={links.error} onRetry={() => void links.refetch()} />}
        {links.isSuccess && rows.length === 0 && (
          <EmptyState icon={Link2} title={t('links.emptyTitle')}>
            {t('links.emptyText')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable<PaymentLink>
            caption={t('links.title')}
            columns={columns(t, money, (link) => change.mutate({ id: link.id, enabled: !link.enabled }))}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
      {isNew && <LinkDialog onClose={() => setNew(false)} />}
    </Page>
  )
}

function columns(
  t: TFunction<['selling', 'common']>,
  money: (amount: number) => string,
  onPause: (link: PaymentLink) => void,
): readonly Column<PaymentLink>[] {
  return [
    {
      id: 'title',
      header: t('column.title'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ title }) => title ?? t('links.untitled'),
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ state }) => <Badge tone={state === 'open' ? 'success' : 'pending'}>{t(`state.${state}`)}</Badge>,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      className: 'figures',
      cell: ({ amount }) => (amount === null ? t('links.ofOffer') : money(amount)),
    },
    {
      id: 'uses',
      header: t('column.uses'),
      className: 'figures',
      cell: ({ uses, maxUses }) => (maxUses === null ? uses : t('links.usesOf', { uses, maxUses })),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (link) => (
        <span className="inline-flex gap-2">
          <CopyButton text={link.url} label={t('copy')} />
          <Button onClick={() => onPause(link)}>{t(link.enabled ? 'pause' : 'resume')}</Button>
        </span>
      ),
    },
  ]
}
