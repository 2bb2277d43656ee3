/** What all lists of webhooks have in common: the frame and the tabs. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Me } from '../../api/contract.ts'
import { cx } from '../../ui/class-names.ts'
import { Page } from '../../ui/page.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'

const TABS = [
  { id: 'received', to: '/webhook-events', show: mayOperate },
  { id: 'sent', to: '/webhook-deliveries', show: mayOperate },
  { id: 'endpoints', to: '/webhook-endpoints', show: () => true },
  { id: 'exams', to: '/exams', show: ({ testMode }: Me) => testMode },
] as const

interface FrameProps {
  current: (typeof TABS)[number]['id']
  filters?: ReactNode
  /** What can be made here. */
  action?: ReactNode
  children: ReactNode
}

export function WebhooksFrame({ current, filters, action, children }: FrameProps) {
  const { t } = useTranslation('webhooks')
  const me = useSession()
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="mb-4 flex items-end justify-between gap-4 border-line max-md:flex-wrap md:border-b">
        <nav aria-label={t('title')} className="-mb-px flex gap-5 max-md:w-full max-md:border-b max-md:border-line">
          {TABS.filter(({ show }) => show(me)).map(({ id, to }) => (
            <Link
              key={id}
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-10 items-center border-b-2 font-medium max-md:h-11',
                id === current ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {t(id)}
            </Link>
          ))}
        </nav>
        {/* As high without them as with them. */}
        <div className="flex max-md:w-full max-md:*:flex-1 max-md:empty:hidden md:min-h-12 md:justify-end md:pb-2">
          {filters}
          {action}
        </div>
      </div>
      {children}
    </Page>
  )
}
