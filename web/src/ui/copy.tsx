import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../domain/defined.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  text: string
  label: string
  /** Whose it is, for screen readers, where several stand in a list. */
  of?: string
  look?: 'primary'
  className?: string
}

export function CopyButton({ text, label, of, look, size, className }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const { copied, copy } = useCopy(text)
  const Icon = copied ? Check : Copy
  return (
    <Button
      className={className}
      onClick={copy}
      {...defined({ look, size, 'aria-label': of && `${copied ? t('copied') : label}: ${of}` })}
    >
      <Icon aria-hidden className={copied && look !== 'primary' ? 'text-success-ink' : ''} />
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  )
}

/** An id in monospace, shortened in the middle, copied by a click. */
export function ShortId({ id, className }: { id: string; className?: string }) {
  const { t } = useTranslation('common')
  const { copied, copy } = useCopy(id)
  const Icon = copied ? Check : Copy
  return (
    <span className={cx('inline-flex max-w-full items-center gap-1', className)}>
      <code title={id} className="truncate font-mono text-[0.8125rem] text-ink-soft">
        {shorten(id)}
      </code>
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? t('copied') : t('copyValue', { value: id })}
        className="grid size-6 shrink-0 place-items-center rounded text-ink-faint hover:bg-hover hover:text-ink max-md:relative max-md:after:absolute max-md:after:-inset-2.5"
      >
        <Icon aria-hidden className={cx('size-3.5', copied && 'text-success-ink')} />
      </button>
    </span>
  )
}

export function shorten(id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`
}
