import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { BoletoLine } from '../../ui/boleto-line.tsx'
import { SECONDARY_LINK } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BuyersPage } from './buyers-page.tsx'

/** What the buyer needs to pay a boleto, while it can be paid. */
export function BoletoPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { date } = useFormat()
  const { billetCode, billetUrl, expiresAt } = charge
  const isReady = billetCode !== null || billetUrl !== null
  return (
    <Panel
      title={t('detail.boleto.title')}
      aside={
        expiresAt && (
          <p className="text-[0.8125rem] text-ink-soft">
            {t('detail.boleto.due')} <strong className="figures ml-1 font-semibold text-ink">{date(expiresAt)}</strong>
          </p>
        )
      }
    >
      <p className="text-ink-soft text-pretty">{t(isReady ? 'detail.boleto.hint' : 'detail.boleto.preparing')}</p>
      {billetCode && (
        <>
          <h3 className="mt-4 mb-1.5 text-xs font-medium text-ink-faint">{t('detail.boleto.line')}</h3>
          <p className="figures rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-xs leading-5 text-ink-soft">
            <BoletoLine code={billetCode} />
          </p>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {billetCode && <CopyButton look="primary" text={billetCode} label={t('detail.boleto.copy')} />}
        {billetUrl && (
          <a href={billetUrl} target="_blank" rel="noreferrer" className={SECONDARY_LINK}>
            {t('detail.boleto.open')}
            <ExternalLink aria-hidden />
          </a>
        )}
        {isReady && <BuyersPage charge={charge} />}
      </div>
    </Panel>
  )
}
