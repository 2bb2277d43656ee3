import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { type Edit, useAddress, withName } from './use-address.ts'

interface NarrowedProps {
  name: string
  /** Its value as displayed. */
  text?: string | undefined
  /** The address without it, where more than its name goes. */
  without?: Edit
}

/** A filter that a link put into the address, with a button to remove it. */
export function Narrowed({ name, text, without = (search) => withName(search, name, null) }: NarrowedProps) {
  const { t } = useTranslation('common')
  const [search, setSearch] = useAddress()
  const value = search.get(name)
  if (!value) return null
  const what = text || value
  return (
    <Button aria-label={t('stopFiltering', { what })} onClick={() => setSearch(without)} className="max-w-full">
      <span className="truncate">{what}</span>
      <X aria-hidden />
    </Button>
  )
}

/** Above a list, all that links narrowed it by; no room where none did. */
export function AllNarrowed({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap gap-2 empty:hidden">{children}</div>
}

/** The row whose id a link put into the address. */
export function useNamed<Row extends { id: string }>(name: string, rows: readonly Row[]): Row | undefined {
  const [search] = useAddress()
  return rows.find(({ id }) => id === search.get(name))
}

/** Above a list that shows one row only, if it does. */
export function NarrowedTo({ name, row }: { name: string; row: { name: string } | undefined }) {
  if (!row) return null
  return (
    <div className="mb-4">
      <Narrowed name={name} text={row.name} />
    </div>
  )
}
