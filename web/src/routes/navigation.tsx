import { useQuery } from '@tanstack/react-query'
import { BookOpen, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { defined } from '../../../domain/defined.ts'
import type { Me } from '../api/contract.ts'
import { attentionQueries } from '../features/attention/queries.ts'
import { mayOperate } from '../features/session/session-context.ts'
import { cx } from '../ui/class-names.ts'
import { LINK_GROUPS, LINK_TEXTS, LINKS } from './links.ts'

export function Navigation({ me }: { me: Me | undefined }) {
  const { t } = useTranslation(['common', ...LINK_TEXTS])
  const location = useLocation()
  const waiting = useQuery({ ...attentionQueries.count(), enabled: me !== undefined })
  const isCurrent = (to: string) => {
    if (to === '/webhook-events') return /^\/(webhook-|exams)/.test(location.pathname)
    if (to === '/offers' && location.pathname.startsWith('/products/')) return true
    return to === '/' ? location.pathname === '/' : location.pathname.startsWith(to)
  }
  return (
    <nav aria-label={t('nav.label')} className="grid gap-4">
      {LINK_GROUPS.map((group) => (
        <div key={group}>
          <p id={`menu-${group}`} className="px-2.5 pb-1 text-xs font-medium text-ink-faint">
            {t(`nav.group.${group}`)}
          </p>
          <ul aria-labelledby={`menu-${group}`} className="grid gap-0.5">
            {LINKS.filter((link) => link.group === group && me && link.show(me)).map(({ to, icon, text }) => (
              <li key={to}>
                <NavigationLink
                  to={to}
                  icon={icon}
                  current={isCurrent(to)}
                  text={t(text)}
                  {...defined({ count: to === '/attention' && waiting.data ? waiting.data : undefined })}
                />
              </li>
            ))}
            {group === 'running' && me && mayOperate(me) && (
              <li>
                <a href="/docs" className={LINK}>
                  <BookOpen aria-hidden className="size-4 shrink-0 text-ink-faint" />
                  {t('nav.reference')}
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const LINK =
  'flex h-8 items-center gap-3 rounded-lg px-2.5 font-medium text-ink-soft motion-safe:transition-colors hover:bg-hover hover:text-ink max-md:h-12 max-md:text-base'

function NavigationLink({
  to,
  icon: Icon,
  text,
  current,
  count,
}: {
  to: string
  icon: LucideIcon
  text: string
  current: boolean
  count?: number
}) {
  const link = useRef<HTMLAnchorElement>(null)
  // The menu scrolls by itself in a low window, where it would end above the page that is open.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <Link
      ref={link}
      to={to}
      aria-current={current ? 'page' : undefined}
      className={cx(
        LINK,
        'scroll-my-8',
        current && 'bg-accent-soft text-accent-ink hover:bg-accent-soft hover:text-accent-ink',
      )}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', current ? 'text-accent-ink' : 'text-ink-faint')} />
      <span className="min-w-0 flex-1 truncate">{text}</span>
      {count !== undefined && (
        <span className="figures -mr-1.5 rounded-full border border-warning-line bg-warning-soft px-2 text-xs leading-5 text-warning-ink">
          {count}
        </span>
      )}
    </Link>
  )
}
