import type { TFunction } from 'i18next'
import type { ApiKey } from '../../api/contract.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { RevokeButton } from './revoke-button.tsx'

export function apiKeyColumns(t: TFunction<['apiKeys', 'common']>): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: t('column.name'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ name, mode }) =>
        mode === 'test' ? (
          <span className="inline-flex items-center gap-2">
            {name} <Tag>{t('mode.test')}</Tag>
          </span>
        ) : (
          name
        ),
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ revokedAt }) => (
        <Badge tone={revokedAt ? 'pending' : 'success'}>{t(revokedAt ? 'revoked' : 'active')}</Badge>
      ),
    },
    { id: 'role', header: t('column.role'), cell: ({ role }) => t(`common:account.roles.${role}`) },
    {
      id: 'hint',
      header: t('column.hint'),
      cell: ({ hint }) => <code className="font-mono text-[0.8125rem] text-ink-soft">{hint}…</code>,
    },
    {
      id: 'created',
      header: t('column.created'),
      className: 'text-ink-soft',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'revoke',
      header: '',
      align: 'end',
      cell: (key) => (key.revokedAt ? null : <RevokeButton apiKey={key} />),
    },
  ]
}
