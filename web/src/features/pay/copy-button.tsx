import { Check, Copy } from 'lucide-react'
import { BUYER_BUTTON } from '../../ui/buyer-button.ts'
import { cx } from '../../ui/class-names.ts'
import { useCopy } from '../../ui/use-copy.ts'

interface CopyButtonProps {
  code: string
  label: string
  /** What it says for a while after the code was copied. */
  copiedLabel: string
  className?: string
}

/** Copies what a buyer pays with in the bank's app. */
export function CopyButton({ code, label, copiedLabel, className }: CopyButtonProps) {
  const { copied, copy } = useCopy(code)
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      className={cx(
        BUYER_BUTTON,
        'flex items-center justify-center gap-2 select-none motion-safe:transition-colors',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span aria-live="polite">{copied ? copiedLabel : label}</span>
    </button>
  )
}
