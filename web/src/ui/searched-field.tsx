/** A choice from a list that may be longer than a page: the API searches what is typed. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '../api/pages.ts'
import { rowsOf } from './paged-table.tsx'
import { matching, type Option, SelectField } from './select-field.tsx'
import { useSettled } from './use-settled.ts'

type List<Row> = Pages<{ data: Row[]; nextCursor: string | null }>

type SearchedFieldProps<Row> = Omit<
  ComponentProps<typeof SelectField<string>>,
  'options' | 'searched' | 'onValueChange'
> & {
  /** The rows that have the words; all of them without any. */
  list: (q: string | undefined) => List<Row>
  /** Undefined for a row that cannot be chosen. */
  optionOf: (row: Row) => Option<string> | undefined
  /** Where the row of a choice is found that is older than the form. */
  listWith?: (value: string) => List<Row>
  /** Offered before the rows. */
  first?: readonly Option<string>[]
  /** For a list that need not have everything: what is said of a text that is taken as it is. */
  asTyped?: string
  onValueChange: (value: string | null, row: Row | undefined) => void
}

/** As much as the API takes. */
const LONGEST = 100

export function SearchedField<Row>(props: SearchedFieldProps<Row>) {
  const { list, optionOf, listWith, first = [], asTyped, onValueChange, ...field } = props
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  const text = typed.trim().slice(0, LONGEST)
  const settled = useSettled(text)
  const q = text === '' ? undefined : settled
  const found = useInfiniteQuery({ ...list(q), refetchInterval: false })
  const isSearching = (q ?? '') !== text || found.isPending || found.isPlaceholderData
  // What was found before could be taken for what is typed now.
  const rows = isSearching ? [] : rowsOf<Row>(found)
  const offered = rows.flatMap((row) => optionOf(row) ?? [])
  const isNew = asTyped !== undefined && text !== '' && !isSearching && !offered.some(({ value }) => value === text)
  const options = [
    ...matching(first, text),
    ...offered,
    ...(isNew ? [{ value: text, label: text, hint: asTyped }] : []),
  ]

  const { value } = field
  const [picked, setPicked] = useState<Option<string>>()
  const isKnown = picked?.value === value || options.some((option) => option.value === value)
  const kept = useInfiniteQuery({
    ...(listWith ?? list)(value ?? ''),
    refetchInterval: false,
    enabled: listWith !== undefined && value !== null && !isKnown,
  })
  const held = rowsOf<Row>(kept)
    .flatMap((row) => optionOf(row) ?? [])
    .find((option) => option.value === value)
  const chosen = [picked, held].find((option) => option?.value === value)

  const note = () => {
    if (isSearching) return t('select.searching')
    if (found.isError) return t('select.failed')
    return options.length > 0 && found.hasNextPage ? t('select.more') : undefined
  }
  return (
    <SelectField
      {...field}
      options={options}
      onValueChange={(wanted) => {
        setPicked(options.find((option) => option.value === wanted))
        onValueChange(
          wanted,
          rows.find((row) => optionOf(row)?.value === wanted),
        )
      }}
      searched={{
        onType: setTyped,
        chosen: chosen ?? (value === null ? undefined : { value, label: value }),
        note: note(),
      }}
    />
  )
}
