import type { TFunction } from 'i18next'
import type { AuditEntry } from '../../api/contract.ts'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Target } from './target.tsx'

type Translate = TFunction<['auditLog', 'common']>

export function auditColumns(t: Translate, nameOf: (actor: string) => string): readonly Column<AuditEntry>[] {
  return [
    {
      id: 'action',
      header: t('column.action'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ action }) => t(`action.${action}`),
    },
    {
      id: 'actor',
      header: t('column.actor'),
      card: 'sub',
      className: 'max-w-64 truncate',
      cell: ({ actor }) => nameOf(actor),
    },
    {
      id: 'target',
      header: t('column.target'),
      className: 'max-w-64 truncate',
      cell: ({ target }) => <Target target={target} />,
    },
    {
      id: 'ip',
      header: t('column.ip'),
      cell: ({ ip }) => <code className="font-mono text-[0.8125rem] text-ink-soft">{ip ?? '—'}</code>,
    },
    {
      id: 'at',
      header: t('column.at'),
      card: 'aside',
      className: 'text-ink-soft whitespace-nowrap',
      cell: ({ at }) => <RelativeTime at={at} />,
    },
  ]
}
