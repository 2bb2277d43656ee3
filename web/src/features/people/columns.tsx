import type { TFunction } from 'i18next'
import type { User } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { FactorBadge } from './factor-badge.tsx'

/** @param ownId the id of the signed-in user. */
export function peopleColumns(t: TFunction<['people', 'common']>, ownId: string): readonly Column<User>[] {
  return [
    {
      id: 'name',
      header: t('column.name'),
      card: 'lead',
      cell: ({ id, name, email }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">
            {name}
            {id === ownId && <span className="font-normal text-ink-soft"> {t('you')}</span>}
          </span>
          <span className="block truncate text-[0.8125rem] font-normal text-ink-soft">{email}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ disabled }) => (
        <Badge tone={disabled ? 'danger' : 'success'}>{t(disabled ? 'disabled' : 'active')}</Badge>
      ),
    },
    { id: 'role', header: t('column.role'), cell: ({ role }) => t(`common:account.roles.${role}`) },
    {
      id: 'factor',
      header: t('column.factor'),
      cell: ({ secondFactor }) => <FactorBadge state={secondFactor} />,
    },
    {
      id: 'signedIn',
      header: t('column.signedIn'),
      className: 'text-ink-soft',
      cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : t('never')),
    },
  ]
}
