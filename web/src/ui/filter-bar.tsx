/** A list's search and its dropdowns; on a phone these fold into one button, which says how many are set. */
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { useAddress } from './use-address.ts'
import { useMedia, WIDE } from './use-media.ts'

/** Filters of one width, and the two days of a period below them. */
const WIDE_BAR = 'flex flex-wrap items-start gap-2 *:w-48 *:shrink-0 *:data-days:basis-full *:data-days:justify-end'

interface FilterBarProps {
  search?: ReactNode
  /** What the dropdowns set in the address. */
  names: readonly string[]
  /** The list's order: one more dropdown on a phone, where no headers change it. */
  sort?: ReactNode
  /** Its place in the page. */
  className?: string
  children: ReactNode
}

export function FilterBar({ search, names, sort, className = 'mb-4', children }: FilterBarProps) {
  const { t } = useTranslation('common')
  const [address] = useAddress()
  const isWide = useMedia(WIDE)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const counted = sort && !isWide ? [...names, 'sort'] : names
  const set = counted.filter((name) => address.get(name)).length
  if (isWide) {
    return (
      <div className={cx(WIDE_BAR, className)}>
        {search && <div className="min-w-60 flex-1">{search}</div>}
        {children}
      </div>
    )
  }
  return (
    <div className={cx('grid gap-2', search && 'grid-cols-[minmax(0,1fr)_auto]', className)}>
      {search}
      <Button className="max-md:h-12" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden />
        {set > 0 ? t('filters.some', { count: set }) : t('filters.none')}
      </Button>
      <div id={id} hidden={!isOpen} className="col-span-full grid gap-2">
        {isOpen && children}
        {isOpen && sort}
      </div>
    </div>
  )
}
