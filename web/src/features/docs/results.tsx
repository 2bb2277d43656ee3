import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/class-names.ts'
import { type Entry, KINDS } from './entries.ts'

/** What arrow keys go through. */
export const RESULT = 'a[data-result]'

/** Down from the search into the results, and through them. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const search = event.currentTarget.querySelector<HTMLElement>('input[type="search"]')
  const stops = [search, ...event.currentTarget.querySelectorAll<HTMLElement>(RESULT)]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = stops[at + step]
  if (at === -1 || !next) return
  event.preventDefault()
  next.focus()
}

export function Results({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('docs')
  return (
    <div className="grid gap-10">
      {KINDS.map((kind) => {
        const own = entries.filter((entry) => entry.kind === kind)
        if (own.length === 0) return null
        const groups = [...new Set(own.map(({ group }) => group))]
        return (
          <section key={kind} aria-labelledby={kind} className="min-w-0">
            <h2 id={kind} className="text-lg font-semibold tracking-tight">
              {t(`kinds.${kind}`)}
            </h2>
            {groups.map((group) => (
              <div key={group ?? kind}>
                {group !== undefined && <h3 className="mt-6 font-medium">{group}</h3>}
                <ul className="mt-2 divide-y divide-line rounded-xl border border-line bg-surface">
                  {own
                    .filter((entry) => entry.group === group)
                    .map((entry) => (
                      <li key={entry.id}>
                        <Row entry={entry} />
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </section>
        )
      })}
    </div>
  )
}

const ROW = 'grid gap-x-4 gap-y-0.5 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:items-baseline'

function Row({ entry: { label, name, text, to } }: { entry: Entry }) {
  const content = (
    <>
      <span className="flex min-w-0 items-baseline gap-3 font-mono text-[0.8125rem]">
        {label && <span className="w-13 shrink-0 text-xs font-semibold text-ink-faint">{label}</span>}
        <span className="min-w-0">{name}</span>
      </span>
      <span className="min-w-0 text-ink-soft">{text}</span>
    </>
  )
  if (to === undefined) return <div className={ROW}>{content}</div>
  return (
    <a href={to} data-result className={cx(ROW, 'hover:bg-hover max-md:min-h-11')}>
      {content}
    </a>
  )
}
