import { SelectField } from '../../ui/select-field.tsx'

interface SortFieldProps<Sort extends string> {
  label: string
  sorts: readonly Sort[]
  nameOf: (sort: Sort) => string
  /** The order that the list has without being asked. */
  usual: Sort
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** For a phone, among the filters. */
export function SortField<Sort extends string>({ label, sorts, nameOf, usual, sort, onSort }: SortFieldProps<Sort>) {
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
