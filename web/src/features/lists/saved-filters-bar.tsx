import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, type LucideIcon, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { filtersOf, type SavedList } from '../../../../domain/saved-filter.ts'
import type { SavedFilter } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { toast } from '../../ui/toast.ts'
import { useAddress } from '../../ui/use-address.ts'
import { useSession } from '../session/session-context.ts'
import { FilterNameDialog } from './filter-name.tsx'
import { forgetFilter, renameFilter, savedFilters, saveFilter, UNSAVED } from './saved-filters.ts'

/** The saved views of a list; the way to save this one, where it is narrowed. */
export function SavedFilters({ list }: { list: SavedList }) {
  const { t } = useTranslation('common')
  const queries = useQueryClient()
  const [search] = useAddress()
  const { data } = useQuery(savedFilters(useSession()))
  const save = useMutation(saveFilter(queries, t('filters.notSaved')))
  const forget = useMutation(forgetFilter(queries, t('filters.notForgotten')))
  const rename = useMutation(renameFilter(queries, t('filters.notRenamed')))
  const [isNaming, setNaming] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const isForgetting = useRef(false)
  const current = filtersOf(list, search)
  const saved = (data ?? [])
    .filter((one) => one.list === list)
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const shown = saved.find((one) => one.search === current)
  const isSaved = shown !== undefined
  // The button that was pressed is gone; the way to save it again takes its place.
  useEffect(() => {
    if (isSaved || !isForgetting.current) return
    isForgetting.current = false
    bar.current?.querySelector<HTMLElement>(':scope > button')?.focus()
  }, [isSaved])
  const drop = (gone: SavedFilter) => {
    isForgetting.current = saved.every((one) => one === gone || one.search !== current)
    const { name, search } = gone
    const undo = { label: t('undo'), onClick: () => save.mutate({ list, name, search }) }
    forget.mutate(gone, { onSuccess: () => toast.success(t('filters.forgotten', { name }), { action: undo }) })
  }
  if (data === undefined || (saved.length === 0 && current === '')) return null
  return (
    <div ref={bar} className="mb-4 flex flex-wrap items-center gap-2">
      <ul aria-label={t('filters.saved')} className="contents">
        {saved.map((one) => (
          <li key={one.id || one.name} className="inline-flex max-w-full">
            <SavedLink filter={one} isCurrent={one.search === current} />
            {one.search === current && (
              <>
                <ChipButton
                  icon={Pencil}
                  label={t('filters.rename', { name: one.name })}
                  disabled={one.id === UNSAVED}
                  onClick={() => setNaming(true)}
                />
                <ChipButton
                  icon={X}
                  label={t('filters.forget', { name: one.name })}
                  disabled={one.id === UNSAVED}
                  onClick={() => drop(one)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {current !== '' && !isSaved && (
        <Button size="small" look="quiet" onClick={() => setNaming(true)}>
          <BookmarkPlus aria-hidden />
          {t('filters.save')}
        </Button>
      )}
      <FilterNameDialog
        open={isNaming}
        renamed={shown}
        taken={saved.filter((one) => one !== shown).map(({ name }) => name)}
        onName={(name) => {
          if (shown) rename.mutate({ ...shown, name })
          else save.mutate({ list, name, search: current })
          setNaming(false)
        }}
        onCancel={() => setNaming(false)}
      />
    </div>
  )
}

/** Leads to the view, and out of it again. */
function SavedLink({ filter: { name, search }, isCurrent }: { filter: SavedFilter; isCurrent: boolean }) {
  return (
    <Link
      to={isCurrent ? '.' : `?${search}`}
      aria-current={isCurrent || undefined}
      className={cx(
        'inline-flex h-8 min-w-0 items-center gap-1.5 border px-3 text-[0.8125rem] font-medium max-md:h-11',
        isCurrent
          ? 'rounded-l-lg border-accent bg-accent-soft text-accent-ink'
          : 'rounded-lg border-line text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Bookmark aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{name}</span>
    </Link>
  )
}

interface ChipButtonProps {
  icon: LucideIcon
  label: string
  disabled: boolean
  onClick: () => void
}

/** What can be done with the view that is open, at the end of its link. */
function ChipButton({ icon: Icon, label, disabled, onClick }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-8 shrink-0 place-items-center border border-l-0 border-accent bg-accent-soft text-accent-ink last:rounded-r-lg hover:bg-hover max-md:size-11"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
