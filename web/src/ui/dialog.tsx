import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { isSecondPress } from './second-press.ts'

const FIRST = 'data-first'
/** For the field of a dialog that asks one thing: it has the focus from the beginning, in place of the way out. */
export const FIRST_FIELD = { [FIRST]: '' }

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** A sheet comes from the side and holds more. */
  sheet?: boolean
  /** For a form with something beside it. */
  wide?: boolean
}

export function Dialog({ open, onOpenChange, title, description, children, sheet = false, wide = false }: DialogProps) {
  const { t } = useTranslation('common')
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          onClick={(event) => !isSecondPress(event) && onOpenChange(false)}
          className="fixed inset-0 z-40 motion-safe:animate-fade bg-overlay"
        />
        <Radix.Content
          data-scroll-lock
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const first = document.querySelector<HTMLElement>(`[role="dialog"] [${FIRST}]`)
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          // The second press of a double click on what opened it lands beside it, too.
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            // Radix knows only its own triggers. What opened it may be gone, after a deletion: then the page has the focus.
            event.preventDefault()
            const target = opener.current?.isConnected ? opener.current : document.getElementById('content')
            if (target instanceof HTMLElement) target.focus()
          }}
          onEscapeKeyDown={(event) => {
            // An open dropdown takes the key for itself.
            if (document.activeElement?.getAttribute('aria-expanded') === 'true') event.preventDefault()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex flex-col overflow-y-auto border border-line bg-surface shadow-float focus:outline-none',
            sheet
              ? 'top-(--below-toasts) right-0 bottom-0 w-full max-w-2xl motion-safe:animate-slide border-y-0 border-r-0'
              : cx(
                  'inset-x-4 bottom-4 mx-auto max-h-[calc(100dvh-2rem-var(--below-toasts))] motion-safe:animate-appear rounded-2xl md:bottom-auto',
                  wide ? 'max-w-4xl md:top-[6vh] md:max-h-[88vh]' : 'max-w-md md:top-[18vh] md:max-h-[72vh]',
                ),
          )}
        >
          <header className="sticky top-0 z-10 flex items-start justify-between gap-4 bg-surface px-6 pt-5 pb-2">
            <Radix.Title className="pt-1 text-base font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button look="quiet" size="icon" aria-label={t('close')} className="-mr-2">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          {description && (
            <Radix.Description className="px-6 text-ink-soft text-pretty">{description}</Radix.Description>
          )}
          <div className="px-6 pt-4 pb-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The last row of a dialog: the way back first, the deed last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end">{children}</div>
}
