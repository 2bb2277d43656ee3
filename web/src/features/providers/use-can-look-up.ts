import { useQuery } from '@tanstack/react-query'
import { providerQueries } from './queries.ts'

/** Whether a provider can be asked after a charge whose answer was lost: not before the catalogue says so. */
export function useCanLookUp(): (code: string | null | undefined) => boolean {
  const catalog = useQuery(providerQueries.catalog())
  return (code) => (catalog.data?.data.find((provider) => provider.code === code)?.lookup ?? null) !== null
}
