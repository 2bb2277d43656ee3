import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useView, ViewTabs } from '../../ui/view-tabs.tsx'
import { useSession } from '../session/session-context.ts'
import { Accounts } from './accounts.tsx'
import { Catalog } from './catalog.tsx'
import { providerQueries } from './queries.ts'

const VIEWS = ['connected', 'catalog'] as const

export function ProvidersPage() {
  const { t } = useTranslation('providers')
  const isAdmin = useSession().role === 'admin'
  const view = useView(VIEWS)
  const accounts = useQuery(providerQueries.accounts()).data?.data
  const catalog = useQuery(providerQueries.catalog()).data?.data
  return (
    <Page
      title={t('title')}
      lead={t(view === 'connected' ? 'accountsHint' : 'lead')}
      actions={
        isAdmin &&
        view === 'connected' && (
          <LinkButton look="primary" to="?view=catalog">
            <Plug aria-hidden />
            {t('connect')}
          </LinkButton>
        )
      }
    >
      <ViewTabs
        label={t('title')}
        current={view}
        views={[
          { view: 'connected', text: t('accounts'), count: accounts?.length },
          { view: 'catalog', text: t('catalog'), count: catalog?.length },
        ]}
      />
      {view === 'connected' ? <Accounts isAdmin={isAdmin} /> : <Catalog isAdmin={isAdmin} />}
    </Page>
  )
}
