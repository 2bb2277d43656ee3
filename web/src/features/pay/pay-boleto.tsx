import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { BoletoLine } from '../../ui/boleto-line.tsx'
import { CopyButton } from './copy-button.tsx'
import { PaySteps, Waiting } from './pay-steps.tsx'

/** The line to copy first: most people pay a boleto in their bank's app. */
export function PayBoleto({ checkout: { billetCode, billetUrl, expiresAt } }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  const { date } = useFormat()
  return (
    <>
      {expiresAt && (
        <p className="text-center text-ink-soft">
          {t('boleto.due')} <strong className="figures font-semibold text-ink">{date(expiresAt)}</strong>
        </p>
      )}
      {billetCode && (
        <>
          <p className="figures mt-4 rounded-lg border border-line bg-sunken px-3 py-3 text-center font-mono text-sm">
            <BoletoLine code={billetCode} />
          </p>
          <CopyButton code={billetCode} label={t('boleto.copy')} copiedLabel={t('boleto.copied')} className="mt-4" />
        </>
      )}
      {billetUrl && (
        <a
          href={billetUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-3 flex h-12 w-full items-center justify-center gap-2 rounded-xl border border-line-strong text-base font-semibold hover:bg-hover"
        >
          <FileText aria-hidden className="size-5" />
          {t('boleto.open')}
        </a>
      )}
      <PaySteps steps={[t('boleto.step1'), t('boleto.step2'), t('boleto.step3')]} />
      <Waiting />
    </>
  )
}
