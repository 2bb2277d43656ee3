import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '../i18n/format.ts'
import { cx } from './class-names.ts'
import { useOverflow } from './use-overflow.ts'

export interface StatusTab {
  key: string
  label: string
  count?: { count: number; isMore: boolean } | undefined
}

interface StatusTabsProps {
  label: string
  tabs: readonly StatusTab[]
  current: string
  onChoose: (key: string) => void
}

/** A list's statuses, each with how many it has. Where they do not fit they scroll, and an arrow at the edge says that there are more. */
export function StatusTabs({ label, tabs, current, onChoose }: StatusTabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const hidden = useOverflow(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one comes into sight whenever another is chosen
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!row.current || !chosen) return
    const { offsetLeft, offsetWidth } = chosen
    const { scrollLeft, clientWidth } = row.current
    const isInSight = offsetLeft >= scrollLeft + EDGE && offsetLeft + offsetWidth <= scrollLeft + clientWidth - EDGE
    if (!isInSight) row.current.scrollTo({ left: offsetLeft - (clientWidth - offsetWidth) / 2 })
  }, [current])
  return (
    <div className="relative -mx-1 min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a row of filters is no fieldset of a form */}
      <div
        ref={row}
        role="group"
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
      >
        {tabs.map(({ key, label: text, count }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === current}
            onClick={() => onChoose(key)}
            className={cx(
              'h-8 shrink-0 rounded-full border px-3 text-[0.8125rem] font-medium motion-safe:transition-colors max-md:h-10 max-md:px-4',
              key === current
                ? 'border-transparent bg-ink text-canvas'
                : 'border-line text-ink-soft hover:border-line-strong hover:bg-hover hover:text-ink',
            )}
          >
            {text} <Count count={count} />
          </button>
        ))}
      </div>
      {hidden.left && <More side="left" onClick={() => row.current?.scrollBy({ left: -STEP, behavior: 'smooth' })} />}
      {hidden.right && <More side="right" onClick={() => row.current?.scrollBy({ left: STEP, behavior: 'smooth' })} />}
    </div>
  )
}

/** Pixels that an arrow may cover, and that one press of it scrolls. */
const EDGE = 48
const STEP = 200

/** For the pointer alone: by keyboard each of them is reached, and comes into sight, anyway. */
function More({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const Arrow = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onClick={onClick}
      className={cx(
        'absolute inset-y-0 flex w-12 items-center text-ink-soft',
        side === 'left'
          ? 'left-0 justify-start bg-linear-to-r from-canvas from-40%'
          : 'right-0 justify-end bg-linear-to-l from-canvas from-40%',
      )}
    >
      <Arrow className="size-5" />
    </button>
  )
}

function Count({ count }: { count: StatusTab['count'] }) {
  const { counted } = useFormat()
  if (!count || count.count === 0) return null
  return <span className="figures ml-1.5 font-normal opacity-70">{counted(count)}</span>
}
