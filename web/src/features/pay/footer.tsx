import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PAY_TEXTS } from '../../i18n/pay-texts.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'

/** Below every page for buyers. */
export function Footer() {
  const { t } = useTranslation('pay')
  return (
    <footer className="grid justify-items-center gap-3 px-4 pb-6 text-xs text-ink-faint print:hidden">
      <LanguageSwitch texts={PAY_TEXTS} />
      <p className="flex items-center gap-1.5">
        <LockKeyhole aria-hidden className="size-3.5" />
        {t('secure')} · Trilho
      </p>
    </footer>
  )
}
