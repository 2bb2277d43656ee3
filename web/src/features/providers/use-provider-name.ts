import { useQuery } from '@tanstack/react-query'
import { providerQueries } from './queries.ts'

/** Names for codes; a code stands for itself until the catalogue is there. */
export function useProviderName(): (code: string) => string {
  const catalog = useQuery(providerQueries.catalog())
  return (code) => catalog.data?.data.find((provider) => provider.code === code)?.name ?? code
}
