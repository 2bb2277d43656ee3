import 'sonner/dist/styles.css'
import { Toaster as Sonner } from 'sonner'

/** Short messages about what has just been done; announced politely by the list that sonner makes. */
export function Toaster() {
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
          success: '[&_[data-icon]]:text-success-ink',
          warning: '[&_[data-icon]]:text-warning-ink',
          info: '[&_[data-icon]]:text-info-ink',
          error: '[&_[data-icon]]:text-danger-ink',
        },
      }}
    />
  )
}
