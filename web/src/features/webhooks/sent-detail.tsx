import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { toast } from 'sonner'
import type { WebhookDelivery } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { shorten } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { explain } from '../../ui/states.tsx'
import { resendDelivery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

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
  const { state, url, chargeId, attempts, lastStatus, lastError, createdAt, deliveredAt, body } = delivery
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <span className="flex items-center gap-3">
          <StateBadge state={state} />
          <time dateTime={createdAt} className="figures text-ink-soft">
            {exact(createdAt)}
          </time>
        </span>
        <ResendButton delivery={delivery} />
      </div>
      <Facts>
        <Fact label={t('detail.url')}>{url}</Fact>
        <Fact label={t('detail.charge')}>
          <Link
            to={`/charges/${chargeId}`}
            className="font-mono text-[0.8125rem] text-accent-ink underline underline-offset-4"
          >
            {shorten(chargeId)}
          </Link>
        </Fact>
        <Fact label={t('detail.attempts')}>{String(attempts)}</Fact>
        <Fact label={t('detail.lastStatus')}>{lastStatus && String(lastStatus)}</Fact>
        <Fact label={t('detail.lastError')}>{lastError}</Fact>
        <Fact label={t('detail.deliveredAt')}>{deliveredAt && exact(deliveredAt)}</Fact>
      </Facts>
      <CodeBlock title={t('detail.body')} text={JSON.stringify(body)} />
    </div>
  )
}

function ResendButton({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const [open, setOpen] = useState(false)
  const resend = useMutation(resendDelivery(useQueryClient()))
  const run = () =>
    resend.mutate(delivery, {
      onSuccess: () => {
        setOpen(false)
        toast.success(t('resent'))
      },
      onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
    })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Send aria-hidden />
        {t('resend')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('resendTitle')} description={t('resendText')}>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
          <Button look="primary" busy={resend.isPending} onClick={run}>
            {t('resend')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
