import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isExportFailed, isExportReady } from '../../../../domain/export.ts'
import type { Export } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LINK_NAMES, LINK_TEXTS } from '../../routes/links.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useActorName } from '../history/actor.ts'
import { FilterWords } from './filter-words.tsx'
import { reasonOf, save } from './follow.ts'
import { exportQueries } from './queries.ts'

const TONES = { WAITING: 'pending', WRITING: 'pending', READY: 'success', FAILED: 'danger' } as const satisfies Record<
  Export['state'],
  string
>

const TEXTS = ['exports', 'common', ...LINK_TEXTS] as const

/** The requested files, as long as they are kept. */
export function ExportsPage() {
  const { t } = useTranslation(TEXTS)
  const format = useFormat()
  const nameOf = useActorName()
  const exports = useInfiniteQuery(exportQueries.list())
  return (
    <Page title={t('title')} lead={t('lead')}>
      <PagedTable<Export>
        query={exports}
        empty={
          <EmptyState icon={FileSpreadsheet} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        }
        caption={t('caption')}
        columns={columnsOf(t, format, nameOf)}
        rowKey={({ id }) => id}
      />
    </Page>
  )
}

function columnsOf(
  t: TFunction<typeof TEXTS>,
  { number, moment }: ReturnType<typeof useFormat>,
  nameOf: (actor: string) => string,
): readonly Column<Export>[] {
  return [
    {
      id: 'list',
      header: t('column.list'),
      card: 'lead',
      className: 'max-w-72 font-medium',
      cell: ({ resource, filters }) => (
        <span className="block min-w-0">
          {t(LINK_NAMES[`/${resource}`])}
          <span className="block truncate text-[0.8125rem] font-normal text-ink-faint">
            <FilterWords resource={resource} filters={filters} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: (one) => (
        <span className="grid gap-1">
          <Badge tone={TONES[one.state]}>{t(`state.${one.state}`)}</Badge>
          {isExportFailed(one.state) && (
            <span className="max-w-64 text-[0.8125rem] text-ink-soft">{reasonOf(one, t)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'rows',
      header: t('column.rows'),
      align: 'end',
      cell: ({ rows }) => <span className="figures">{number(rows)}</span>,
    },
    {
      id: 'by',
      header: t('column.by'),
      card: 'sub',
      className: 'max-w-44 truncate text-ink-soft',
      cell: ({ createdBy }) => nameOf(createdBy),
    },
    createdColumn(t('column.created')),
    {
      id: 'expires',
      header: t('column.expires'),
      align: 'end',
      className: 'text-ink-soft',
      cell: ({ expiresAt }) => <time dateTime={expiresAt}>{moment(expiresAt)}</time>,
    },
    {
      id: 'download',
      header: '',
      align: 'end',
      card: 'deeds',
      cell: ({ id, state, resource }) =>
        isExportReady(state) && (
          <Button
            className="relative max-md:mr-2.5"
            aria-label={t('downloadOne', { list: t(LINK_NAMES[`/${resource}`]) })}
            onClick={() => void save(id, t)}
          >
            <Download aria-hidden />
            {t('download')}
          </Button>
        ),
    },
  ]
}
