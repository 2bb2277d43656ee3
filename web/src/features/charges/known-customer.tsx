import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { maskDocument, maskPhone } from '../../ui/masks.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { customerQueries } from '../customers/queries.ts'
import type { ChargeForm } from './form-values.ts'

/** Recent customers, filled in by one choice; nothing where there are none. */
export function KnownCustomer() {
  const { t } = useTranslation('charges')
  const { setValue, formState } = useFormContext<ChargeForm>()
  const known = rowsOf(useInfiniteQuery({ ...customerQueries.list({}), refetchInterval: false }))
  if (known.length === 0) return null
  const fill = (id: string | null) => {
    const customer = known.find((one) => one.id === id)
    if (!customer) return
    const { name, email, document, phone } = customer
    const values = { name, email, document: maskDocument(document), phone: maskPhone(phone ?? '') }
    setValue('customer', values, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <SelectField
      className="md:col-span-2"
      label={t('form.known')}
      placeholder={t('form.knownPlaceholder')}
      helper={t('form.knownHelper')}
      options={known.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
      value={null}
      onValueChange={fill}
    />
  )
}
