import { Bookmark, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../ui/use-copy.ts'

/** A boleto is paid days later, and this page forgets it with its tab: its own address does not. */
export function KeepAddress({ token, isMailed }: { token: string; isMailed: boolean }) {
  const { t } = useTranslation('buy')
  const address = new URL(`/pay/${token}`, location.href).href
  const { copied, copy } = useCopy(address)
  const Icon = copied ? Check : Bookmark
  const keep = () => {
    if (!navigator.share) return copy()
    // A buyer who closes the phone's own dialog has decided.
    void navigator.share({ url: address }).catch(() => undefined)
  }
  return (
    <>
      <button
        type="button"
        onClick={keep}
        className="mt-3 flex h-12 w-full items-center justify-center gap-2 rounded-xl border border-line-strong bg-surface font-medium hover:bg-hover"
      >
        <Icon aria-hidden className="size-4" />
        <span aria-live="polite">{t(copied ? 'keep.copied' : 'keep.address')}</span>
      </button>
      <p className="mt-2 text-center text-[0.8125rem] text-ink-soft text-pretty">{`${t('keep.why')} ${t(isMailed ? 'keep.mailed' : 'keep.notMailed')}`}</p>
    </>
  )
}
