/** How the pages show that an operator must decide: a mark in a row, a notice on the detail page. */
import { BadgeAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** All reasons that stand, the one that lists show first. */
export const seriousFirst = <Reason extends string>({
  attention,
  attentionReasons,
}: {
  attention: Reason | null
  attentionReasons: readonly Reason[]
}): Reason[] => (attention === null ? [] : [attention, ...attentionReasons.filter((reason) => reason !== attention)])

interface AttentionReasonsProps<Reason extends string> {
  of: Parameters<typeof seriousFirst<Reason>>[0]
  sentenceOf: (reason: Reason) => string
}

/** A sentence for each, one below the other. */
export function AttentionReasons<Reason extends string>({ of, sentenceOf }: AttentionReasonsProps<Reason>) {
  return seriousFirst(of).map((reason) => (
    <span key={reason} className="block">
      {sentenceOf(reason)}
    </span>
  ))
}

export function AttentionMark({ title }: { title: string }) {
  return (
    <span title={title} className="text-warning-ink">
      <BadgeAlert aria-hidden className="size-4" />
      <span className="sr-only">{title}</span>
    </span>
  )
}

interface AttentionNoticeProps {
  title: string
  text?: ReactNode
  /** What can be done about it. */
  children?: ReactNode
}

export function AttentionNotice({ title, text, children }: AttentionNoticeProps) {
  return (
    <section
      aria-labelledby="attention"
      className="mb-4 flex gap-4 rounded-xl border border-warning-line bg-warning-soft p-4 md:px-6 md:py-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
      <div className="min-w-0 flex-1">
        <h2 id="attention" className="font-semibold text-warning-ink">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-prose text-pretty">{text}</p>}
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">{children}</div>
      </div>
    </section>
  )
}
