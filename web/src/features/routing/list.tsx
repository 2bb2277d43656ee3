import { useQuery } from '@tanstack/react-query'
import { Plus, Split } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RoutingRule } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { NarrowedTo, useNamed } from '../../ui/narrowed.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useNewForm } from '../../ui/use-address.ts'
import { providerQueries } from '../providers/queries.ts'
import { useSession } from '../session/session-context.ts'
import { ruleColumns } from './columns.tsx'
import { routingQueries } from './queries.ts'
import { RuleDialog } from './rule-form.tsx'
import { Simulator } from './simulator.tsx'

export function RoutingPage() {
  const { t } = useTranslation(['routing', 'common'])
  const { money } = useFormat()
  const rules = useQuery(routingQueries.rules())
  const accounts = useQuery(providerQueries.accounts()).data?.data ?? []
  const [isNew, setNew] = useNewForm()
  const mayChange = useSession().role === 'admin'
  const listed = rules.data?.data ?? []
  const only = useNamed('rule', listed)
  const add = mayChange && (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={add}>
      <NarrowedTo name="rule" row={only} />
      <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel flush>
          <Unread query={rules} waiting={<TableSkeleton columns={4} rows={3} label={t('common:loading')} />} />
          {rules.data && listed.length === 0 && (
            <EmptyState icon={Split} title={t('emptyTitle')}>
              {t('emptyText')}
            </EmptyState>
          )}
          {listed.length > 0 && (
            <DataTable<RoutingRule>
              caption={t('title')}
              columns={ruleColumns({ t, money, accounts, rules: listed, mayChange })}
              rows={only ? [only] : listed}
              rowKey={({ id }) => id}
            />
          )}
        </Panel>
        <Simulator accounts={accounts} rules={listed} />
      </div>
      {mayChange && isNew && <RuleDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
