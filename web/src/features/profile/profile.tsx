import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** What is one's own: how one signs in, and where one is signed in. */
export function ProfilePage() {
  const { t } = useTranslation('profile')
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <div className="grid gap-6">
        <FactorPanel />
        <PasswordPanel />
        <SessionsPanel />
      </div>
    </Page>
  )
}
