/** Where the menu leads, in its three groups: the money, what is sold, and what keeps it running. */
import {
  ArrowUpFromLine,
  ChartColumn,
  CircleAlert,
  ContactRound,
  FileSpreadsheet,
  FlaskConical,
  KeyRound,
  Landmark,
  Link2,
  ListChecks,
  Mail,
  Package,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  Split,
  Undo2,
  UserPlus,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Me } from '../api/contract.ts'
import { mayOperate } from '../features/session/session-context.ts'

/** Whose titles name the links. */
export const LINK_TEXTS = [
  'overview',
  'charges',
  'attention',
  'disbursements',
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
  'exports',
  'playground',
  'mailbox',
  'platform',
  'people',
] as const

const everyRole = () => true
const administers = (me: Me) => me.role === 'admin'
const plays = (me: Me) => me.playground

export const LINKS = [
  { group: 'money', to: '/', icon: ChartColumn, text: 'overview:title', show: everyRole },
  { group: 'money', to: '/charges', icon: ReceiptText, text: 'charges:list.title', show: everyRole },
  { group: 'money', to: '/refunds', icon: Undo2, text: 'disbursements:refunds', show: everyRole },
  { group: 'money', to: '/withdrawals', icon: ArrowUpFromLine, text: 'disbursements:list.title', show: everyRole },
  { group: 'money', to: '/receivers', icon: UsersRound, text: 'receivers:list.title', show: everyRole },
  { group: 'money', to: '/disputes', icon: Scale, text: 'disputes:list.title', show: everyRole },
  { group: 'money', to: '/customers', icon: ContactRound, text: 'customers:list.title', show: everyRole },
  { group: 'selling', to: '/offers', icon: Package, text: 'selling:offers.pageTitle', show: everyRole },
  { group: 'selling', to: '/payment-links', icon: Link2, text: 'selling:links.title', show: everyRole },
  { group: 'running', to: '/attention', icon: CircleAlert, text: 'attention:title', show: everyRole },
  { group: 'running', to: '/routing', icon: Split, text: 'routing:title', show: mayOperate },
  { group: 'running', to: '/providers', icon: Landmark, text: 'providers:title', show: everyRole },
  { group: 'running', to: '/reconciliation', icon: ListChecks, text: 'reconciliation:title', show: mayOperate },
  { group: 'running', to: '/exports', icon: FileSpreadsheet, text: 'exports:title', show: everyRole },
  { group: 'running', to: '/webhook-events', icon: Webhook, text: 'webhooks:title', show: mayOperate },
  { group: 'running', to: '/audit-log', icon: ScrollText, text: 'auditLog:title', show: administers },
  { group: 'running', to: '/people', icon: UserPlus, text: 'people:title', show: administers },
  { group: 'running', to: '/api-keys', icon: KeyRound, text: 'apiKeys:title', show: administers },
  { group: 'running', to: '/settings', icon: Settings, text: 'platform:title', show: administers },
  { group: 'running', to: '/playground', icon: FlaskConical, text: 'playground:title', show: plays },
  { group: 'running', to: '/mailbox', icon: Mail, text: 'mailbox:title', show: plays },
] as const

type Link = (typeof LINKS)[number]

/** The text that names each page of the menu, by its address. */
export const LINK_NAMES = Object.fromEntries(LINKS.map(({ to, text }) => [to, text])) as Record<
  Link['to'],
  Link['text']
>

/** Whether an address is of a page that this role does not use: a user who was sent it is told so at once, and by one page. */
export function isOutOfReach(pathname: string, me: Me): boolean {
  const page = pathname === '/webhook-deliveries' ? '/webhook-events' : pathname
  const link = LINKS.find(({ to }) => page === to || page.startsWith(`${to}/`))
  return link !== undefined && (link.show === administers || link.show === mayOperate) && !link.show(me)
}

export const LINK_GROUPS = ['money', 'selling', 'running'] as const satisfies readonly Link['group'][]
