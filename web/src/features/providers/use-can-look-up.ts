import { useQuery } from '@tanstack/react-query'
import { providerQueries } from './queries.ts'

/** Whether a provider can be asked after a charge whose answer was lost; it is taken to be able to until the catalogue says that it is not. */
export function useCanLookUp(): (code: string | null) => boolean {
  const catalog = useQuery(providerQueries.catalog())
  return (code) => catalog.data?.data.find((provider) => provider.code === code)?.lookup !== null
}
