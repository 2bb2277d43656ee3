import { SelectField } from '../../ui/select-field.tsx'
import { useMedia, WIDE } from '../../ui/use-media.ts'

interface SortFieldProps<Sort extends string> {
  label: string
  sorts: readonly Sort[]
  nameOf: (sort: Sort) => string
  /** The order that the list has without being asked. */
  usual: Sort
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** On a phone: cards have no headers to be sorted by. */
export function SortField<Sort extends string>({ label, sorts, nameOf, usual, sort, onSort }: SortFieldProps<Sort>) {
  if (useMedia(WIDE)) return null
  return (
    <SelectField
      hideLabel
      clearable
      label={label}
      placeholder={nameOf(usual)}
      options={sorts.map((value) => ({ value, label: nameOf(value) }))}
      value={sort}
      onValueChange={onSort}
    />
  )
}

/** What a list's filters count on a phone, where the order is one of them. */
export const useSortNames = (): readonly string[] => (useMedia(WIDE) ? [] : ['sort'])
