import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KEPT_ADDRESS } from '../../../../domain/seller-event.ts'
import type { WebhookEndpoint } from '../../api/contract.ts'
import { isTestMode } from '../../api/mode.ts'
import { useFormat } from '../../i18n/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'
import { EndpointActions } from './actions.tsx'
import { LatestDeliveries } from './latest.tsx'
import { EndpointState } from './state.tsx'

interface EndpointDetailProps {
  endpoint: WebhookEndpoint
  isAdmin: boolean
  onClose: () => void
  onEdit: () => void
  onSecret: (secret: string) => void
}

/** One endpoint: what it hears of, how it takes it, and what can be done with it. */
export function EndpointDetail({ endpoint, isAdmin, onClose, onEdit, onSecret }: EndpointDetailProps) {
  const { t } = useTranslation('endpoints')
  const { exact } = useFormat()
  const isOperator = mayOperate(useSession())
  const { id, url, events, failingSince, previousSecretUntil, createdAt } = endpoint
  return (
    <Dialog sheet open onOpenChange={onClose} title={t('detail.title')}>
      <div className="grid gap-6">
        {isAdmin && <EndpointActions endpoint={endpoint} onEdit={onEdit} onSecret={onSecret} onRemoved={onClose} />}
        <Facts>
          <Fact label={t('column.state')}>
            <EndpointState endpoint={endpoint} />
          </Fact>
          <Fact label={t('column.url')}>{url}</Fact>
          <Fact label={t('column.events')}>{events.includes('*') ? t('form.all') : events.join(', ')}</Fact>
          {failingSince && <Fact label={t('detail.failingSince')}>{exact(failingSince)}</Fact>}
          {previousSecretUntil && <Fact label={t('detail.previousSecret')}>{exact(previousSecretUntil)}</Fact>}
          <Fact label={t('column.created')}>{exact(createdAt)}</Fact>
        </Facts>
        {isOperator && <LatestDeliveries endpointId={id} />}
        {isTestMode && isAdmin && url !== KEPT_ADDRESS && (
          <Link to={`/exams?examine=${id}`} className="text-accent-ink underline underline-offset-4">
            {t('detail.examine')}
          </Link>
        )}
      </div>
    </Dialog>
  )
}
