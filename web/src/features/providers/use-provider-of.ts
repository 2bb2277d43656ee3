import { useQuery } from '@tanstack/react-query'
import type { Provider } from '../../api/contract.ts'
import { providerQueries } from './queries.ts'

/** What the catalogue says of a provider; undefined before it is there. */
export function useProviderOf(): (code: string | null | undefined) => Provider | undefined {
  const catalog = useQuery(providerQueries.catalog())
  return (code) => catalog.data?.data.find((provider) => provider.code === code)
}
