import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Below an order that was paid: the form is for another one. */
export function BuyAgain({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('buy')
  return (
    <div className="print:hidden">
      <button
        type="button"
        onClick={onAgain}
        className="mt-3 flex h-12 w-full items-center justify-center gap-2 rounded-xl border border-line-strong bg-surface font-medium hover:bg-hover"
      >
        <RotateCcw aria-hidden className="size-4" />
        {t('buyAgain')}
      </button>
      <p className="mt-2 text-center text-[0.8125rem] text-ink-soft text-pretty">{t('buyAgainText')}</p>
    </div>
  )
}
