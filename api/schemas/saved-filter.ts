/** A user's named filters: `/v1/me/saved-filters`. */
import { type Static, Type } from 'typebox'
import { LONGEST_SEARCH, SAVED_LISTS } from '../../domain/saved-filter.ts'
import { Text, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

const FILTER = {
  list: Word(SAVED_LISTS, "The list's page."),
  name: Text(40, 'One of the same name on the list is replaced.'),
  search: Type.String({
    minLength: 1,
    maxLength: LONGEST_SEARCH,
    description: "As in the page's address after the `?`: `status=PENDING&period=week`.",
  }),
} as const

export const NewSavedFilter = Type.Object(FILTER, { additionalProperties: false })
export const SavedFilterChange = Type.Object(
  { name: Text(40, 'No other filter of the list has it.') },
  { additionalProperties: false },
)
export const SavedFilter = Type.Object({ id: Uuid(), ...FILTER })
export const SavedFilterList = ListOf(SavedFilter)

export type NewSavedFilter = Static<typeof NewSavedFilter>
export type SavedFilterChange = Static<typeof SavedFilterChange>
export type SavedFilter = Static<typeof SavedFilter>
export type SavedFilterList = Static<typeof SavedFilterList>
