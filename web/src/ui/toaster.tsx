import 'sonner/dist/styles.css'
import { useEffect } from 'react'
import { Toaster as Sonner, useSonner } from 'sonner'
import { buttonClass } from './button.tsx'
import { cx } from './class-names.ts'

/** Short messages about what has just been done; announced politely by the list that sonner makes. */
export function Toaster() {
  useItsPlace()
  return (
    <Sonner
      // Below, they would lie on the button that a form keeps in sight there.
      position="top-center"
      // Its own style sheet names other fonts, outside every layer.
      className="font-sans!"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-xl border border-line-strong bg-surface p-4 text-sm text-ink shadow-float',
          title: 'font-medium',
          description: 'text-ink-soft',
          actionButton: cx(buttonClass({ size: 'small' }), 'self-center'),
          success: '[&_[data-icon]]:text-success-ink',
          warning: '[&_[data-icon]]:text-warning-ink',
          info: '[&_[data-icon]]:text-info-ink',
          error: '[&_[data-icon]]:text-danger-ink',
        },
      }}
    />
  )
}

const PLACE = '--toasts'
/** Above it, and below it. */
const MARGINS_PX = 32

/** On a phone a message is as wide as the page: the page and its dialogs begin below it, so that no action is covered. See base.css. */
function useItsPlace() {
  const newest = useSonner().toasts[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const root = document.documentElement
    const message = document.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]')
    if (!message) return
    const sized = new ResizeObserver(() => root.style.setProperty(PLACE, `${message.offsetHeight + MARGINS_PX}px`))
    sized.observe(message)
    return () => {
      sized.disconnect()
      root.style.removeProperty(PLACE)
    }
  }, [newest])
}
