import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { providerQueries } from './queries.ts'

/** Narrows a list to one provider, by the address. */
export function ProviderFilter() {
  const { t } = useTranslation('charges')
  const { data } = useQuery(providerQueries.catalog())
  return (
    <AddressFilter
      name="provider"
      label={t('list.provider')}
      placeholder={t('list.allProviders')}
      options={(data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}
