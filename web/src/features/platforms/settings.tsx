import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { PoliciesForm } from './policies-form.tsx'
import { platformQueries } from './queries.ts'

/** What an administrator decides once for all charges of the platform. */
export function SettingsPage() {
  const { t } = useTranslation('platform')
  const platform = useQuery(platformQueries.own())
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <Panel title={t('policies.title')}>
        {platform.isPending && <Skeleton className="h-64" />}
        {platform.isError && <ErrorState error={platform.error} onRetry={() => void platform.refetch()} />}
        {platform.data && <PoliciesForm key={platform.data.id} platform={platform.data} />}
      </Panel>
    </Page>
  )
}
