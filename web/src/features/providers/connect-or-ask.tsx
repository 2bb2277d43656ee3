import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button.tsx'
import { useSession } from '../session/session-context.ts'

interface ConnectOrAskProps {
  look?: 'primary' | 'secondary'
}

/** The way to connect a provider, for an administrator; other users are told whom to ask. */
export function ConnectOrAsk({ look = 'secondary' }: ConnectOrAskProps) {
  const { t } = useTranslation(['common', 'providers'])
  if (useSession().role !== 'admin') {
    return <span className="text-[0.8125rem] text-ink-soft">{t('providers:noAccountsSeller')}</span>
  }
  return (
    <LinkButton to="/providers?view=catalog" look={look}>
      {t('common:search.connect')}
    </LinkButton>
  )
}
