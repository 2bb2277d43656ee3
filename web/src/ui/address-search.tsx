import { defined } from '../../../domain/defined.ts'
import { TypedSearch } from './typed-search.tsx'
import { useAddress, withName } from './use-address.ts'

interface AddressSearchProps {
  label: string
  placeholder: string
  className?: string
}

/** A list's search, which stands in the address as `q`. */
export function AddressSearch(props: AddressSearchProps) {
  const [search, setSearch] = useAddress()
  return (
    <TypedSearch
      {...props}
      q={search.get('q') ?? ''}
      onChange={(q) => setSearch((before) => withName(before, 'q', q), { replace: true })}
    />
  )
}

/** As the API takes it. */
export function searchOf(search: URLSearchParams): { q?: string } {
  const q = search.get('q')?.trim()
  return defined({ q: q || undefined })
}
