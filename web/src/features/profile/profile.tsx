import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Papers } from '../papers/papers.tsx'
import { useSession } from '../session/session-context.ts'
import { FactorPanel } from './factor-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** What is one's own: how one signs in, where one is signed in, how one works here, and what shows who one is. */
export function ProfilePage() {
  const { t } = useTranslation('profile')
  const me = useSession()
  // Without the second factor that the platform asks for, the rest is refused.
  const isIn = me.type === 'user' && me.secondFactor !== 'needed'
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <div className="grid gap-6">
        {isIn && <NamePanel />}
        <FactorPanel />
        <PasswordPanel />
        <SessionsPanel />
        {isIn && <KeysPanel />}
        {isIn && (
          <Panel title={t('papers.title')}>
            <Papers userId={me.id} />
          </Panel>
        )}
      </div>
    </Page>
  )
}
