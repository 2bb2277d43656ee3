import { useQuery } from '@tanstack/react-query'
import { providerQueries } from './queries.ts'
import { useProviderName } from './use-provider-name.ts'

/** The platform's accounts for a dropdown; none until they are known. */
export function useAccountOptions(): { value: string; label: string }[] {
  const providerName = useProviderName()
  const accounts = useQuery(providerQueries.accounts())
  return (accounts.data?.data ?? []).map(({ id, provider, name }) => ({
    value: id,
    label: `${providerName(provider)} · ${name}`,
  }))
}
