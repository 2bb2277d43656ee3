import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pixFirst } from '../../../../domain/payment-method.ts'
import type { PaymentMethod } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { brandStyle } from '../buy/brand.ts'
import { MethodChoice } from '../buy/method-choice.tsx'
import { PageHeader } from '../buy/page-header.tsx'
import { chargeQueries } from '../charges/queries.ts'
import { useSession } from '../session/session-context.ts'

interface PreviewProps {
  title: string
  description: string | null
  imageUrl: string | null
  /** Integer cents. */
  amount: number
  paymentMethods: readonly PaymentMethod[]
  maxInstallments: number | null
}

const MOST = Number.POSITIVE_INFINITY

/** The page as buyers will see it, made of the parts of the page itself; nothing in it can be pressed. */
export function PagePreview({ title, description, imageUrl, amount, paymentMethods, maxInstallments }: PreviewProps) {
  const { t } = useTranslation(['selling', 'buy'])
  const { money } = useFormat()
  const { platform } = useSession()
  const byCard = paymentMethods.includes('CREDIT_CARD') && amount > 0
  const offered = useQuery({ ...chargeQueries.installments(amount, null), enabled: byCard }).data?.data ?? []
  const installments = byCard
    ? offered.filter(({ installmentNumber }) => installmentNumber <= (maxInstallments ?? MOST))
    : []
  const { brandColor, logoUrl, name: seller } = platform
  const methods = pixFirst(paymentMethods)
  const first = methods[0]
  return (
    <section aria-label={t('preview')} className="min-w-0">
      <p className="mb-2 text-[0.8125rem] font-medium text-ink-soft">{t('preview')}</p>
      <div
        inert
        aria-hidden
        style={brandStyle(brandColor)}
        className="rounded-2xl border border-line bg-sunken p-4 select-none"
      >
        <PageHeader
          page={{ seller, logoUrl, title: title || t('previewName'), description, imageUrl, amount, installments }}
        />
        {first && (
          <div className="grid gap-4 rounded-2xl border border-line bg-surface p-5">
            <MethodChoice
              methods={methods}
              chosen={first}
              onChoose={() => undefined}
              most={installments.at(-1)?.installmentNumber ?? 1}
            />
            <span className="flex h-12 items-center justify-center rounded-xl border border-accent-edge bg-accent font-semibold text-on-accent">
              {t(`buy:pay.${first}`, { total: money(amount) })}
            </span>
          </div>
        )}
      </div>
    </section>
  )
}
