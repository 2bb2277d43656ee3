import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'
import { PAY_TEXTS } from '../../i18n/pay-texts.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'

interface FooterProps {
  /** Whose page it is, once that is known. */
  seller?: Pick<Checkout, 'seller' | 'supportEmail' | 'supportPhone'> | undefined
}

/** Below every page for buyers: how to reach the seller, and the language. */
export function Footer({ seller }: FooterProps) {
  const { t } = useTranslation('pay')
  return (
    <footer className="grid justify-items-center gap-3 px-4 pb-6 text-xs text-ink-faint">
      {seller && (seller.supportEmail ?? seller.supportPhone) && (
        <p className="flex flex-wrap justify-center gap-x-3 text-[0.8125rem] text-ink-soft">
          {t('contact', { seller: seller.seller })}
          {seller.supportEmail && (
            <a href={`mailto:${seller.supportEmail}`} className="font-medium underline">
              {seller.supportEmail}
            </a>
          )}
          {seller.supportPhone && (
            <a href={`tel:${seller.supportPhone.replace(/[^+\d]/g, '')}`} className="figures font-medium underline">
              {seller.supportPhone}
            </a>
          )}
        </p>
      )}
      <LanguageSwitch texts={PAY_TEXTS} />
      <p className="flex items-center gap-1.5">
        <LockKeyhole aria-hidden className="size-3.5" />
        {t('secure')} · Trilho
      </p>
    </footer>
  )
}
