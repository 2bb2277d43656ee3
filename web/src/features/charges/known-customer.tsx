import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { KnownCustomer as Customer } from '../../api/contract.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { SearchedField } from '../../ui/searched-field.tsx'
import { customerQueries } from '../customers/queries.ts'
import { customerFields } from './for-customer.ts'
import type { ChargeForm } from './form-values.ts'

/** Fills in a customer who bought before; nothing if there is none. */
export function KnownCustomer() {
  const { t } = useTranslation('charges')
  const { setValue, formState } = useFormContext<ChargeForm>()
  const known = rowsOf(useInfiniteQuery({ ...customerQueries.list({}), refetchInterval: false }))
  if (known.length === 0) return null
  const fill = (customer: Customer | undefined) => {
    if (!customer) return
    setValue('customer', customerFields(customer), { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <SearchedField
      className="md:col-span-2"
      label={t('form.known')}
      placeholder={t('form.knownPlaceholder')}
      helper={t('form.knownHelper')}
      list={(q) => customerQueries.list(defined({ q }))}
      optionOf={({ id, name, email }) => ({ value: id, label: name, hint: email })}
      value={null}
      onValueChange={(_, customer) => fill(customer)}
    />
  )
}
