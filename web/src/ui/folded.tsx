import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldedProps {
  title: string
  /** From the beginning. */
  open?: boolean
  children: ReactNode
}

/** A panel of a form that is opened by who needs it. */
export function Folded({ title, open = false, children }: FoldedProps) {
  return (
    <details open={open} className="group rounded-xl border border-line bg-surface">
      <summary className="flex h-12 items-center gap-2 rounded-xl px-4 text-sm font-semibold select-none md:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-ink-faint motion-safe:transition-transform group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="border-t border-line px-4 py-5 md:px-6">{children}</div>
    </details>
  )
}
