import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuditEntry } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread } from '../../ui/unread.tsx'
import { auditQueries } from './queries.ts'
import { kindOf } from './target.tsx'

interface AuditDetailProps {
  id: string | null
  /** The entries that are already loaded. */
  known: readonly AuditEntry[]
  onClose: () => void
}

/** One entry, also one that the list does not show: all that is known of it, and the way to what belongs to it. */
export function AuditDetail({ id, known, onClose }: AuditDetailProps) {
  const { t } = useTranslation(['auditLog', 'common'])
  const shown = known.find((entry) => entry.id === id)
  const asked = useQuery({ ...auditQueries.one(id ?? ''), enabled: id !== null && !shown })
  const entry = shown ?? (id === null ? undefined : asked.data)
  return (
    <Dialog sheet open={id !== null} onOpenChange={onClose} title={entry ? t(`action.${entry.action}`) : t('title')}>
      {entry && <Content entry={entry} />}
      {!entry && <Unread query={asked} waiting={<Skeleton className="h-40" />} />}
    </Dialog>
  )
}

/** Where each kind of thing is shown; its id comes last. */
const PAGES: Readonly<Record<string, string>> = {
  charge: '/charges/',
  refund: '/refunds/',
  withdrawal: '/withdrawals/',
  receiver: '/receivers/',
  dispute: '/disputes/',
  customer: '/customers/',
  product: '/products/',
  offer: '/offers?offer=',
  'payment-link': '/payment-links?link=',
  'provider-account': '/providers?account=',
  'routing-rule': '/routing?rule=',
  reconciliation: '/reconciliation?open=',
  'webhook-endpoint': '/webhook-endpoints?open=',
  'webhook-event': '/webhook-events?open=',
  'webhook-delivery': '/webhook-deliveries?open=',
  user: '/people?open=',
  'api-key': '/api-keys?key=',
}

/** What an action ends, or what is at another platform, has no page. A deleted file's dispute or holder has. */
const LEADS_NOWHERE = /^\w+\.(delete|remove)$|^membership\./

function Content({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('auditLog')
  const { exact } = useFormat()
  const { at, actor, action, target, ip, detail } = entry
  const [kind = '', id = ''] = target.split('/')
  const word = kindOf(target)
  const page = LEADS_NOWHERE.test(action) ? undefined : PAGES[kind]
  return (
    <div className="grid gap-6">
      <Facts>
        <Fact label={t('column.at')}>{exact(at)}</Fact>
        <Fact label={t('column.actor')}>{actor}</Fact>
        <Fact label={t('column.target')}>
          {word && <p>{t(`kind.${word}`)}</p>}
          <code className="font-mono text-[0.8125rem]">{target}</code>
        </Fact>
        <Fact label={t('column.ip')}>{ip}</Fact>
      </Facts>
      {detail && <CodeBlock title={t('detail')} text={JSON.stringify(detail)} />}
      <nav aria-label={t('related')} className="grid gap-2">
        {page && (
          <Link to={`${page}${encodeURIComponent(id)}`} className={LINK}>
            {t('openTarget')}
          </Link>
        )}
        <Link to={`/audit-log?${new URLSearchParams({ target })}`} className={LINK}>
          {t('sameTarget')}
        </Link>
        <Link to={`/audit-log?${new URLSearchParams({ actor })}`} className={LINK}>
          {t('sameActor')}
        </Link>
      </nav>
    </div>
  )
}

const LINK = 'text-accent-ink hover:underline'
