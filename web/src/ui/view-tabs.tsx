/** Several views of one page, each with an address. */
import { Link, useSearchParams } from 'react-router'
import { cx } from './class-names.ts'

interface ViewTabsProps<View extends string> {
  label: string
  /** The first one is shown where the address names none. */
  views: readonly { view: View; text: string; count?: number | undefined }[]
  current: View
}

export function ViewTabs<View extends string>({ label, views, current }: ViewTabsProps<View>) {
  return (
    <nav aria-label={label} className="mb-4 flex gap-5 overflow-x-auto shadow-[inset_0_-1px_var(--line)]">
      {views.map(({ view, text, count }, index) => (
        <Link
          key={view}
          to={index === 0 ? '.' : `?view=${view}`}
          aria-current={view === current ? 'page' : undefined}
          className={cx(
            'flex h-10 shrink-0 items-center gap-1.5 border-b-2 font-medium whitespace-nowrap max-md:h-11',
            view === current ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {text}
          {count !== undefined && <span className="figures font-normal text-ink-faint">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The view that the address names, or the first one. */
export function useView<View extends string>(views: readonly [View, ...View[]]): View {
  const [search] = useSearchParams()
  const named = search.get('view')
  return views.find((view) => view === named) ?? views[0]
}
