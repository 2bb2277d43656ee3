import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ApiError } from '../api/client.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

export function NotFound() {
  const { t } = useTranslation('common')
  return (
    <div className="py-16">
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        icon={MapPinOff}
        title={t('notFound.title')}
        action={<LinkButton to="/charges">{t('notFound.action')}</LinkButton>}
      >
        {t('notFound.text')}
      </EmptyState>
    </div>
  )
}

export function OutOfReach() {
  const { t } = useTranslation('common')
  return (
    <div className="py-16">
      <h1 className="sr-only">{t('error.forbidden.title')}</h1>
      <ErrorState error={new ApiError(403, undefined)} />
    </div>
  )
}

/** A page that broke, or whose code could not be loaded because a new version has been put in place. */
export function RouteFailure() {
  const error = useRouteError()
  return (
    <main className="py-16">
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  )
}
