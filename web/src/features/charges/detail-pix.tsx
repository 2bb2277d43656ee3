import { useTranslation } from 'react-i18next'
import type { Charge } from '../../api/contract.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QrImage } from '../../ui/qr-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Countdown } from '../../ui/time.tsx'
import { BuyersPage } from './buyers-page.tsx'

/** The code and its picture, or why there is none yet. */
export function PixPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { pixCode, expiresAt, needsAttention } = charge
  if (!pixCode) {
    if (needsAttention) return null
    if (charge.transactionId !== null) {
      return (
        <Panel title={t('detail.pay')}>
          <p className="text-ink-soft">{t('detail.noCodeEver')}</p>
        </Panel>
      )
    }
    return (
      <Panel title={t('detail.pay')}>
        <div className="flex items-center gap-6">
          <Skeleton className="size-40 shrink-0 rounded-lg" />
          <p className="text-ink-soft">{t('detail.noCode')}</p>
        </div>
      </Panel>
    )
  }
  return (
    <Panel
      title={t('detail.pay')}
      aside={
        expiresAt && (
          <p className="text-[0.8125rem] text-ink-soft">
            {t('detail.expiresIn')} <Countdown until={expiresAt} className="ml-1 font-semibold text-ink" />
          </p>
        )
      }
    >
      <div className="grid items-center gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <QrImage
          code={pixCode}
          image={charge.pixQrCode}
          label={t('detail.qr')}
          className="mx-auto size-44 rounded-lg border border-line"
        />
        <div className="min-w-0">
          <p className="text-ink-soft text-pretty">{t('detail.scan')}</p>
          <h3 className="mt-4 mb-1.5 text-xs font-medium text-ink-faint">{t('detail.code')}</h3>
          <div className="rounded-lg border border-line bg-sunken px-3 py-2">
            <p className="line-clamp-2 font-mono text-xs leading-5 break-all text-ink-soft">{pixCode}</p>
          </div>
          <div className="mt-4 flex flex-wrap gap-2">
            <CopyButton look="primary" text={pixCode} label={t('detail.copyCode')} />
            <BuyersPage charge={charge} />
          </div>
        </div>
      </div>
    </Panel>
  )
}
