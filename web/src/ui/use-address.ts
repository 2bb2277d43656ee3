import { useSearchParams } from 'react-router'
import { isUuid } from '../../../domain/uuid.ts'

/** The address after a change of its filters. */
export type Edit = (search: URLSearchParams) => URLSearchParams

/**
 * The filters in the address. A change begins with what the address says now, which two quick ones need: the page may still show
 * what it said before. It is shown at once, so that a filter never looks as if it had not been touched.
 */
export function useAddress(): [URLSearchParams, (edit: Edit, options?: { replace?: boolean }) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (edit: Edit, { replace = false }: { replace?: boolean } = {}) =>
    setSearch(edit(new URLSearchParams(window.location.search)), { replace, flushSync: true })
  return [search, change]
}

/** The same, with one name set, or left out. */
export function withName(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** Those of the names that the address sets, as the API takes them. */
export function named<Name extends string>(search: URLSearchParams, ...names: Name[]): { [name in Name]?: string } {
  const entries = names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))
  return Object.fromEntries(entries) as { [name in Name]?: string }
}

/** The id of the one thing that an address narrows a list to; undefined where it names none. */
export function idNamed(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name)
  return id !== null && isUuid(id) ? id : undefined
}

/** A page's form for something new, which its button opens, and so does an address that ends in `?new=1`. */
export const useNewForm = () => useNamedDialog('new')

/** A dialog of a page that is opened by a button, and by an address that ends in `?<name>=1`. */
export function useNamedDialog(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [search, setSearch] = useAddress()
  // The way back from the page leads past a form that was closed.
  const setOpen = (isOpen: boolean) =>
    setSearch((before) => withName(before, name, isOpen ? '1' : null), { replace: !isOpen })
  return [search.has(name), setOpen]
}

/** Which one is looked at stands in the address too, so that it can be shared and gone back to. */
export function useOpened(): [id: string | null, open: (id: string | null) => void] {
  const [search, setSearch] = useAddress()
  return [search.get('open'), (id) => setSearch((before) => withName(before, 'open', id))]
}
