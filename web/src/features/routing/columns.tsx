import type { TFunction } from 'i18next'
import type { ProviderAccount, RoutingRule } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { conditionTexts } from './condition.ts'
import { RuleActions } from './rule-actions.tsx'

interface Surroundings {
  t: TFunction<['routing', 'common']>
  money: (cents: number) => string
  accounts: readonly ProviderAccount[]
  rules: readonly RoutingRule[]
  mayChange: boolean
}

export function ruleColumns({ t, money, accounts, rules, mayChange }: Surroundings): readonly Column<RoutingRule>[] {
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return [
    {
      id: 'name',
      header: t('column.name'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ name }) => <span className="break-words">{name}</span>,
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ enabled }) => <Badge tone={enabled ? 'success' : 'pending'}>{t(enabled ? 'on' : 'off')}</Badge>,
    },
    {
      id: 'when',
      header: t('column.when'),
      cell: ({ when }) => conditionTexts(when, t, money).join(' · ') || t('everything'),
    },
    {
      id: 'accounts',
      header: t('column.accounts'),
      cell: (rule) => (
        <span className="break-words">
          {t(`strategy.${rule.strategy}`)}:{' '}
          {rule.accounts
            .map(({ providerAccountId, weight = 1 }) => {
              const name = names.get(providerAccountId) ?? t('goneAccount')
              return rule.strategy === 'split' ? `${name} (${weight})` : name
            })
            .join(', ')}
        </span>
      ),
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            header: '',
            align: 'end' as const,
            cell: (rule: RoutingRule) => <RuleActions rule={rule} rules={rules} />,
          },
        ]
      : []),
  ]
}
