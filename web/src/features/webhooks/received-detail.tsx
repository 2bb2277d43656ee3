import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { toast } from 'sonner'
import type { WebhookEvent } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ShortId, shorten } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { explain } from '../../ui/states.tsx'
import { StatusBadge } from '../charges/status.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { replayEvent } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

/** One webhook: how we understand it, what it did, and the very bytes. */
export function ReceivedDetail({ event, onClose }: { event: WebhookEvent | null; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const providerName = useProviderName()
  return (
    <Dialog
      sheet
      open={event !== null}
      onOpenChange={onClose}
      title={t('detail.received', { provider: event ? providerName(event.provider) : '' })}
    >
      {event && <Content event={event} />}
    </Dialog>
  )
}

function Content({ event }: { event: WebhookEvent }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { exact } = useFormat()
  const { state, status, rawStatus, transactionId, reference, verified, chargeId, attempts, replays } = event
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <span className="flex items-center gap-3">
          <StateBadge state={state} />
          <time dateTime={event.receivedAt} className="figures text-ink-soft">
            {exact(event.receivedAt)}
          </time>
        </span>
        <ReplayButton event={event} />
      </div>
      <section className="grid gap-3">
        <h3 className="font-semibold">{t('detail.translated')}</h3>
        <Facts>
          <Fact label={t('detail.status')}>{status ? <StatusBadge status={status} /> : t('saysNothing')}</Fact>
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
          <Fact label={t('detail.charge')}>
            {chargeId && (
              <Link
                to={`/charges/${chargeId}`}
                className="font-mono text-[0.8125rem] text-accent-ink underline underline-offset-4"
              >
                {shorten(chargeId)}
              </Link>
            )}
          </Fact>
          <Fact label={t('detail.attempts')}>{String(attempts)}</Fact>
          <Fact label={t('detail.replays')}>{String(replays)}</Fact>
          {state === 'pending' && <Fact label={t('detail.next')}>{exact(event.nextAttemptAt)}</Fact>}
          {event.detail && <Fact label={t('detail.detail')}>{event.detail}</Fact>}
        </Facts>
      </section>
      <section className="grid gap-3">
        <h3 className="font-semibold">{t('detail.raw')}</h3>
        <CodeBlock title={t('detail.body')} text={event.body} />
        <CodeBlock
          title={t('detail.headers')}
          text={Object.entries(event.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      </section>
    </div>
  )
}

function ReplayButton({ event }: { event: WebhookEvent }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const [open, setOpen] = useState(false)
  const replay = useMutation(replayEvent(useQueryClient()))
  const run = () =>
    replay.mutate(event, {
      onSuccess: () => {
        setOpen(false)
        toast.success(t('replayed'))
      },
      onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
    })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden />
        {t('replay')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('replayTitle')} description={t('replayText')}>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
          <Button look="primary" busy={replay.isPending} onClick={run}>
            {t('replay')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
