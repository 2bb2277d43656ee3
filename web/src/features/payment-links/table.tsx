import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { PageState } from '../../../../domain/selling.ts'
import type { PaymentLink } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { useServerNow } from '../../ui/clock.ts'
import type { Column } from '../../ui/data-table.tsx'
import { idNamed, useAddress } from '../../ui/use-address.ts'
import { usePause } from '../../ui/use-pause.ts'
import { SoldTable } from '../selling/sold-table.tsx'
import { isUnguessable } from '../selling/use-address-field.tsx'
import { EditLinkDialog } from './form.tsx'
import { changeLink, linkQueries } from './queries.ts'

interface LinksTableProps {
  wanted: { productId?: string; state?: PageState; q?: string }
  title?: string
  aside?: ReactNode
}

export function LinksTable({ wanted, ...heading }: LinksTableProps) {
  const { t } = useTranslation('selling')
  const { money } = useFormat()
  const change = useMutation(changeLink(useQueryClient()))
  const pause = usePause(change.mutateAsync, { paused: t('paused'), failed: t('failed') })
  const nameOf = ({ title }: PaymentLink) => title ?? t('links.untitled')
  const columns: readonly Column<PaymentLink>[] = [
    {
      id: 'uses',
      header: t('column.uses'),
      align: 'end',
      className: 'figures whitespace-nowrap',
      cell: ({ uses, maxUses }) => (maxUses === null ? uses : t('links.usesOf', { uses, maxUses })),
    },
    {
      id: 'expires',
      header: t('column.expires'),
      className: 'figures text-ink-soft whitespace-nowrap',
      cell: ({ expiresAt }) => (expiresAt === null ? t('links.never') : <Expiry at={expiresAt} />),
    },
  ]
  const [search] = useAddress()
  const id = idNamed(search, 'link')
  const query = useInfiniteQuery(linkQueries.list({ ...wanted, ...defined({ id }) }))
  return (
    <SoldTable<PaymentLink>
      caption={t('links.title')}
      {...heading}
      query={query}
      onlyBy={id === undefined ? undefined : 'link'}
      isFiltered={Boolean(wanted.q || wanted.state)}
      empty={{ icon: Link2, title: t('links.emptyTitle'), text: t('links.emptyText') }}
      nameOf={nameOf}
      noteOf={({ slug }) => (isUnguessable(slug) ? t('unguessable') : `/buy/${slug}`)}
      stateOf={({ state, reservation }) => (reservation ? 'reserved' : state)}
      amountOf={({ amount }) => (amount === null ? t('links.ofOffer') : money(amount))}
      columns={columns}
      soldAs="paymentLinkId"
      onPause={(row) => pause(row, nameOf(row))}
      editor={(link, onClose) => <EditLinkDialog link={link} onClose={onClose} />}
    />
  )
}

/** Until when it sells, or since when it does not. */
function Expiry({ at }: { at: string }) {
  const { t } = useTranslation('selling')
  const { date, moment } = useFormat()
  const now = useServerNow(20_000)
  return <>{Date.parse(at) > now ? moment(at, now) : t('links.expiredOn', { date: date(at) })}</>
}
