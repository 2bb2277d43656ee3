import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BUYER_BUTTON } from '../../ui/buyer-button.ts'
import { cx } from '../../ui/class-names.ts'
import { QrImage } from '../../ui/qr-image.tsx'
import { Countdown } from '../../ui/time.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { PaySteps, Waiting } from './pay-steps.tsx'

interface PayPixProps {
  code: string
  image: string | null
  expiresAt: string | null
}

export function PayPix({ code, image, expiresAt }: PayPixProps) {
  const { t } = useTranslation('pay')
  const { copied, copy } = useCopy(code)
  const Icon = copied ? Check : Copy
  return (
    <div className="flex flex-col">
      {expiresAt && (
        <p className="text-center text-ink-soft">
          {t('expiresIn')} <Countdown until={expiresAt} className="font-semibold text-ink" />
        </p>
      )}
      <button
        type="button"
        onClick={copy}
        className={cx(
          BUYER_BUTTON,
          'mt-5 flex items-center justify-center gap-2 select-none motion-safe:transition-colors',
        )}
      >
        <Icon aria-hidden className="size-5" />
        <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
      </button>
      <p className="mt-3 truncate text-center font-mono text-xs text-ink-faint" title={code}>
        {code}
      </p>
      <QrImage
        code={code}
        image={image}
        label={t('qr')}
        className="mx-auto mt-5 size-56 rounded-xl border border-line md:order-first md:mt-0 md:mb-4"
      />
      <PaySteps steps={[t('step1'), t('step2'), t('step3')]} />
      <Waiting />
    </div>
  )
}
