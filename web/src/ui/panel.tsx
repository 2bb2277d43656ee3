import { type ReactNode, useId } from 'react'
import { defined } from '../../../domain/defined.ts'
import { cx } from './class-names.ts'

interface PanelProps {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
  className?: string
  /** Content that brings its own edges, such as a table. */
  flush?: boolean
}

/** A bordered section with a heading. */
export function Panel({ title, aside, children, className, flush = false }: PanelProps) {
  const id = useId()
  return (
    <section
      {...defined({ 'aria-labelledby': title ? id : undefined })}
      className={cx('min-w-0 rounded-xl border border-line bg-surface', className)}
    >
      {title && (
        <header className="flex min-h-12 items-center justify-between gap-4 border-b border-line px-4 py-2 md:px-6">
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div className={flush ? '' : 'px-4 py-4 md:px-6 md:py-5'}>{children}</div>
    </section>
  )
}

/** Names and values, one per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="@container grid gap-y-3">{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-2 @sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-[0.8125rem] text-ink-faint">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children || <span className="text-ink-faint">—</span>}</dd>
    </div>
  )
}
