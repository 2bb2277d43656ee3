import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deliveryWaits } from '../../../../domain/delivery.ts'
import type { WebhookEvent } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ShortId } from '../../ui/copy.tsx'
import { Opened } from '../../ui/opened.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { AgainButton, DetailHead } from './detail-parts.tsx'
import { MeaningBadge, MovementId, movementIn } from './meaning.tsx'
import { replayEvent, webhookQueries } from './queries.ts'

interface ReceivedDetailProps {
  id: string | null
  /** The webhooks that are already loaded. */
  known: readonly WebhookEvent[]
  onClose: () => void
}

/** One webhook, also one that the list does not show: how we understand it, what it did, and the very bytes. */
export function ReceivedDetail({ id, known, onClose }: ReceivedDetailProps) {
  const { t } = useTranslation('webhooks')
  const providerName = useProviderName()
  const shown = known.find((event) => event.id === id)
  const asked = useQuery({ ...webhookQueries.receivedOne(id ?? ''), enabled: id !== null && !shown })
  return (
    <Opened
      id={id}
      asked={asked}
      row={shown ?? (id === null ? undefined : asked.data)}
      title={({ provider }) => t('detail.received', { provider: providerName(provider) })}
      waiting={t('title')}
      onClose={onClose}
    >
      {(event) => <Content event={event} />}
    </Opened>
  )
}

function Content({ event }: { event: WebhookEvent }) {
  const { t } = useTranslation('webhooks')
  const { exact } = useFormat()
  const { state, type, status, rawStatus, transactionId, reference, verified } = event
  const movement = movementIn(event)
  const { attempts, replays, bodyForgottenAt: forgottenAt } = event
  return (
    <div className="grid gap-6">
      <DetailHead
        state={state}
        at={event.receivedAt}
        action={
          forgottenAt === null && (
            <AgainButton
              row={event}
              mutation={replayEvent}
              icon={RotateCcw}
              texts={{ label: t('replay'), title: t('replayTitle'), text: t('replayText'), done: t('replayed') }}
            />
          )
        }
      />
      <section className="grid gap-3">
        <h3 className="font-semibold">{t('detail.translated')}</h3>
        <Facts>
          <Fact label={t('detail.status')}>
            {status ? <MeaningBadge type={type} status={status} rawStatus={rawStatus} /> : t('saysNothing')}
          </Fact>
          <Fact label={t('detail.word')}>{rawStatus && <code className="font-mono">{rawStatus}</code>}</Fact>
          <Fact label={t('detail.transaction')}>{transactionId && <ShortId id={transactionId} />}</Fact>
          <Fact label={t('detail.reference')}>{reference && <ShortId id={reference} />}</Fact>
          <Fact label={t('detail.proof')}>{t(`verified.${verified}`)}</Fact>
        </Facts>
      </section>
      <section className="grid gap-3">
        <h3 className="font-semibold">{t('detail.did')}</h3>
        <p className="text-ink-soft">{t(`detail.outcome.${state}`)}</p>
        <Facts>
          <Fact label={t(`detail.${movement?.kind ?? 'charge'}`)}>{movement && <MovementId of={movement} />}</Fact>
          <Fact label={t('detail.attempts')}>{String(attempts)}</Fact>
          <Fact label={t('detail.replays')}>{String(replays)}</Fact>
          {deliveryWaits(state) && <Fact label={t('detail.next')}>{exact(event.nextAttemptAt)}</Fact>}
          {event.detail && <Fact label={t('detail.detail')}>{event.detail}</Fact>}
        </Facts>
      </section>
      <section className="grid gap-3">
        <h3 className="font-semibold">{t('detail.raw')}</h3>
        {forgottenAt === null ? (
          <>
            <CodeBlock title={t('detail.body')} text={event.body} />
            <CodeBlock
              title={t('detail.headers')}
              text={Object.entries(event.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          </>
        ) : (
          <p className="text-ink-soft">{t('detail.forgotten', { at: exact(forgottenAt) })}</p>
        )}
      </section>
    </div>
  )
}
