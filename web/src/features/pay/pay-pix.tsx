import { useTranslation } from 'react-i18next'
import { QrImage } from '../../ui/qr-image.tsx'
import { Countdown } from '../../ui/time.tsx'
import { CopyButton } from './copy-button.tsx'
import { PaySteps, Waiting } from './pay-steps.tsx'

interface PayPixProps {
  code: string
  image: string | null
  expiresAt: string | null
}

export function PayPix({ code, image, expiresAt }: PayPixProps) {
  const { t } = useTranslation('pay')
  return (
    <div className="flex flex-col">
      {expiresAt && (
        <p className="text-center text-ink-soft">
          {t('timeLeft')} <Countdown until={expiresAt} className="font-semibold text-ink" />
        </p>
      )}
      <CopyButton code={code} label={t('copy')} copiedLabel={t('copied')} className="mt-5" />
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
