import { useQuery } from '@tanstack/react-query'
import {
  ArrowUpFromLine,
  BookOpen,
  ChartColumn,
  CircleAlert,
  ContactRound,
  FlaskConical,
  KeyRound,
  Landmark,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  Package,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  Split,
  UserPlus,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Me } from '../api/contract.ts'
import { attentionQueries } from '../features/attention/queries.ts'
import { mayOperate } from '../features/session/session-context.ts'
import { cx } from '../ui/class-names.ts'

/** Whose titles name the links. */
const PAGES = [
  'overview',
  'charges',
  'attention',
  'payouts',
  'receivers',
  'disputes',
  'customers',
  'reconciliation',
  'providers',
  'routing',
  'selling',
  'webhooks',
  'apiKeys',
  'auditLog',
  'playground',
  'mailbox',
  'platform',
  'people',
] as const

const LINKS = [
  { to: '/', icon: ChartColumn, text: 'overview:title', show: () => true },
  { to: '/charges', icon: ReceiptText, text: 'charges:list.title', show: () => true },
  { to: '/attention', icon: CircleAlert, text: 'attention:title', show: () => true },
  { to: '/withdrawals', icon: ArrowUpFromLine, text: 'payouts:list.title', show: () => true },
  { to: '/receivers', icon: UsersRound, text: 'receivers:list.title', show: () => true },
  { to: '/disputes', icon: Scale, text: 'disputes:list.title', show: () => true },
  { to: '/customers', icon: ContactRound, text: 'customers:list.title', show: () => true },
  { to: '/offers', icon: Package, text: 'selling:offers.title', show: () => true },
  { to: '/payment-links', icon: Link2, text: 'selling:links.title', show: () => true },
  { to: '/providers', icon: Landmark, text: 'providers:title', show: () => true },
  { to: '/reconciliation', icon: ListChecks, text: 'reconciliation:title', show: mayOperate },
  { to: '/routing', icon: Split, text: 'routing:title', show: mayOperate },
  { to: '/webhook-events', icon: Webhook, text: 'webhooks:title', show: mayOperate },
  { to: '/api-keys', icon: KeyRound, text: 'apiKeys:title', show: (me: Me) => me.role === 'admin' },
  { to: '/audit-log', icon: ScrollText, text: 'auditLog:title', show: (me: Me) => me.role === 'admin' },
  { to: '/people', icon: UserPlus, text: 'people:title', show: (me: Me) => me.role === 'admin' },
  { to: '/settings', icon: Settings, text: 'platform:title', show: (me: Me) => me.role === 'admin' },
  { to: '/playground', icon: FlaskConical, text: 'playground:title', show: (me: Me) => me.playground },
  { to: '/mailbox', icon: Mail, text: 'mailbox:title', show: (me: Me) => me.playground },
] as const

export function Navigation({ me }: { me: Me | undefined }) {
  const { t } = useTranslation(['common', ...PAGES])
  const location = useLocation()
  const waiting = useQuery({ ...attentionQueries.count(), enabled: me !== undefined })
  const isCurrent = (to: string) => {
    if (to === '/webhook-events') return location.pathname.startsWith('/webhook-')
    if (to === '/offers' && location.pathname.startsWith('/products/')) return true
    return to === '/' ? location.pathname === '/' : location.pathname.startsWith(to)
  }
  return (
    <nav aria-label={t('nav.label')} className="grid gap-0.5">
      {LINKS.filter(({ show }) => me && show(me)).map(({ to, icon, text }) => (
        <NavigationLink
          key={to}
          to={to}
          icon={icon}
          current={isCurrent(to)}
          text={t(text)}
          {...(to === '/attention' && waiting.data ? { count: waiting.data } : {})}
        />
      ))}
      <a href="/docs" className={LINK}>
        <BookOpen aria-hidden className="size-4 shrink-0 text-ink-faint" />
        {t('nav.reference')}
      </a>
    </nav>
  )
}

const LINK =
  'flex h-9 items-center gap-3 rounded-lg px-2.5 font-medium text-ink-soft motion-safe:transition-colors hover:bg-hover hover:text-ink max-md:h-12 max-md:text-base'

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
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={cx(LINK, current && 'bg-accent-soft text-accent-ink hover:bg-accent-soft hover:text-accent-ink')}
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
