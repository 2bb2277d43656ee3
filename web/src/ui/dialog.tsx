import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { isSecondPress } from './second-press.ts'
import { WIDE } from './use-media.ts'

const FIRST = 'data-first'
/** For the field of a dialog that asks one thing: it has the focus from the beginning, in place of the way out, also on a phone. */
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
  const filledIn = useRef<HTMLFormElement | null>(null)
  // A form that the dialog has left behind, as a step that is done, has nothing to lose.
  const isFilledIn = () => filledIn.current?.isConnected ?? false
  const [isAsking, setAsking] = useState(false)
  const dialog = (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          // What is filled in is not lost by a click beside it.
          onClick={(event) => !isSecondPress(event) && !isFilledIn() && onOpenChange(false)}
          className="fixed inset-0 z-50 motion-safe:animate-fade bg-overlay"
        />
        <Radix.Content
          data-scroll-lock
          onOpenAutoFocus={(event) => {
            // Where it takes another dialog's place, nothing has the focus.
            if (document.activeElement !== document.body) opener.current = document.activeElement
            filledIn.current = null
            setAsking(false)
            const first = firstField(event.currentTarget as HTMLElement)
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onInput={({ target }) => {
            filledIn.current = (target as HTMLElement).closest('form') ?? filledIn.current
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
            const isOfDropdown = document.activeElement?.getAttribute('aria-expanded') === 'true'
            if (isOfDropdown || isFilledIn()) event.preventDefault()
            setAsking(!isOfDropdown && isFilledIn())
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex flex-col overflow-hidden border border-line bg-surface shadow-float focus:outline-none',
            sheet
              ? 'top-(--below-toasts) right-0 bottom-0 w-full max-w-[min(42rem,calc(100%-var(--sidebar)))] motion-safe:animate-slide border-y-0 border-r-0'
              : cx(
                  'right-4 bottom-4 left-[calc(1rem+var(--sidebar))] mx-auto max-h-[calc(100dvh-2rem-var(--below-toasts))] motion-safe:animate-appear rounded-2xl md:bottom-auto',
                  wide ? 'max-w-4xl md:top-[6vh] md:max-h-[88vh]' : 'max-w-md md:top-[12vh] md:max-h-[calc(88vh-2rem)]',
                ),
          )}
        >
          {/* The rounded element itself does not scroll: a scrollbar would cut its corners off. */}
          <div className="overflow-y-auto md:scroll-pb-20">
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
            <div data-body className="px-6 pt-4 pb-6">
              {children}
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
  return (
    <>
      {/* Before it, so that it is gone first: the focus returns to what opened the dialog. */}
      {open && isAsking && <DiscardDialog onStay={() => setAsking(false)} onDiscard={() => onOpenChange(false)} />}
      {dialog}
    </>
  )
}

/** Asks before Escape loses what is filled in; Escape again keeps it. */
function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Dialog open onOpenChange={onStay} title={t('discard.title')} description={t('discard.text')}>
      <DialogActions>
        <Button onClick={onDiscard}>{t('discard.do')}</Button>
        <Button look="primary" onClick={onStay}>
          {t('discard.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Where it begins with a field to type in; on a phone its keyboard would cover the dialog. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>(`[${FIRST}]`)
  if (marked || !matchMedia(WIDE).matches) return marked
  const first = dialog.querySelector<HTMLElement>('[data-body] :is(a, button, input, select, textarea)')
  return first?.matches(TYPED) ? first : null
}

const TYPED = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [role=combobox], [readonly])'

interface DialogActionsProps {
  children: ReactNode
  /** Another part of the dialog comes below. */
  followed?: boolean
}

/** The last row of a dialog: the way back first, the deed last. At a desk it is in sight from the beginning. */
export function DialogActions({ children, followed = false }: DialogActionsProps) {
  return (
    <div
      className={cx(
        'mt-6 flex flex-col-reverse gap-2 bg-surface md:sticky md:bottom-0 md:flex-row md:justify-end md:py-4',
        !followed && 'md:-mb-6',
      )}
    >
      {children}
    </div>
  )
}
