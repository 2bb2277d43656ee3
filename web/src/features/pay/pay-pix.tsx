import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
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
        className="mt-5 flex h-12 w-full items-center justify-center gap-2 rounded-xl border border-accent-edge bg-accent select-none text-base font-semibold text-on-accent motion-safe:transition-colors hover:bg-accent-hover"
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
