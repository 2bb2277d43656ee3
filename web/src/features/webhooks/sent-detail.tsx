import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Opened } from '../../ui/opened.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { DeliveryAttempts } from './attempts.tsx'
import { AgainButton, DetailHead } from './detail-parts.tsx'
import { MovementId, movementOf } from './meaning.tsx'
import { resendDelivery, webhookQueries } from './queries.ts'

interface SentDetailProps {
  id: string | null
  /** The deliveries that are already loaded. */
  known: readonly WebhookDelivery[]
  onClose: () => void
}

/** One notice to a seller's system, also one that the list does not show: what it says, and how its address took it. */
export function SentDetail({ id, known, onClose }: SentDetailProps) {
  const { t } = useTranslation('webhooks')
  const shown = known.find((delivery) => delivery.id === id)
  const asked = useQuery({ ...webhookQueries.sentOne(id ?? ''), enabled: id !== null && !shown })
  return (
    <Opened
      id={id}
      asked={asked}
      row={shown ?? (id === null ? undefined : asked.data)}
      title={({ eventType }) => t('detail.sent', { event: eventType })}
      waiting={t('title')}
      onClose={onClose}
    >
      {(delivery) => <Content delivery={delivery} />}
    </Opened>
  )
}

function Content({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const { exact } = useFormat()
  const movement = movementOf(delivery)
  const { state, url, sequence, attempts, lastStatus, lastError, createdAt, deliveredAt, body } = delivery
  return (
    <div className="grid gap-6">
      <DetailHead
        state={state}
        attempts={attempts}
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
        <Fact label={t(`detail.${movement?.kind ?? 'charge'}`)}>{movement && <MovementId of={movement} />}</Fact>
        <Fact label={t('detail.sequence')}>{String(sequence)}</Fact>
        <Fact label={t('detail.attempts')}>{String(attempts)}</Fact>
        <Fact label={t('detail.lastStatus')}>{lastStatus && String(lastStatus)}</Fact>
        <Fact label={t('detail.lastError')}>{lastError}</Fact>
        <Fact label={t('detail.deliveredAt')}>{deliveredAt && exact(deliveredAt)}</Fact>
      </Facts>
      <DeliveryAttempts id={delivery.id} />
      <CodeBlock title={t('detail.body')} text={JSON.stringify(body)} />
    </div>
  )
}
