import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { AgainButton, ChargeLink, DetailHead } from './detail-parts.tsx'
import { resendDelivery } from './queries.ts'

/** One notice to a seller's system: what it says, and how its address took it. */
export function SentDetail({ delivery, onClose }: { delivery: WebhookDelivery | null; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Dialog
      sheet
      open={delivery !== null}
      onOpenChange={onClose}
      title={t('detail.sent', { event: delivery?.eventType ?? '' })}
    >
      {delivery && <Content delivery={delivery} />}
    </Dialog>
  )
}

function Content({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const { exact } = useFormat()
  const { state, url, chargeId, sequence, attempts, lastStatus, lastError, createdAt, deliveredAt, body } = delivery
  return (
    <div className="grid gap-6">
      <DetailHead
        state={state}
        at={createdAt}
        action={
          <AgainButton
            row={delivery}
            mutation={resendDelivery}
            icon={Send}
            texts={{ label: t('resend'), title: t('resendTitle'), text: t('resendText'), done: t('resent') }}
          />
        }
      />
      <Facts>
        <Fact label={t('detail.url')}>{url}</Fact>
        <Fact label={t('detail.charge')}>{chargeId && <ChargeLink id={chargeId} />}</Fact>
        <Fact label={t('detail.sequence')}>{String(sequence)}</Fact>
        <Fact label={t('detail.attempts')}>{String(attempts)}</Fact>
        <Fact label={t('detail.lastStatus')}>{lastStatus && String(lastStatus)}</Fact>
        <Fact label={t('detail.lastError')}>{lastError}</Fact>
        <Fact label={t('detail.deliveredAt')}>{deliveredAt && exact(deliveredAt)}</Fact>
      </Facts>
      <CodeBlock title={t('detail.body')} text={JSON.stringify(body)} />
    </div>
  )
}
