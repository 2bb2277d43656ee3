import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '../../api/contract.ts'
import { maskDocument } from '../../ui/masks.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { writtenKey } from './destination.ts'
import type { WithdrawalForm } from './form-values.ts'

/** Each key once, the one that was paid last first. */
function eachKey(withdrawals: readonly Withdrawal[]): Withdrawal[] {
  const paid = withdrawals.filter(({ destination }) => destination.pixKey)
  const first = new Map(paid.toReversed().map((withdrawal) => [withdrawal.destination.pixKey, withdrawal]))
  return paid.filter((withdrawal) => first.get(withdrawal.destination.pixKey) === withdrawal)
}

/** The keys that money has arrived at lately, so that they are known to be right, to be filled in by one choice; nothing where there are none. */
export function KnownKey() {
  const { t } = useTranslation('disbursements')
  const { setValue } = useFormContext<WithdrawalForm>()
  const query = disbursementQueries.withdrawals({ status: 'APPROVED', paymentMethod: 'PIX' })
  const known = eachKey(rowsOf(useInfiniteQuery({ ...query, refetchInterval: false })))
  if (known.length === 0) return null
  const fill = (id: string | null) => {
    const destination = known.find((one) => one.id === id)?.destination
    if (!destination?.pixKey) return
    const { pixKey, pixType, name = '', document = '' } = destination
    if (pixType) setValue('pixType', pixType)
    setValue('pixKey', pixType ? writtenKey(pixType, pixKey) : pixKey, { shouldDirty: true })
    setValue('name', name, { shouldDirty: true })
    setValue('document', maskDocument(document), { shouldDirty: true })
  }
  return (
    <SelectField
      className="md:col-span-2"
      label={t('form.known')}
      placeholder={t('form.knownPlaceholder')}
      helper={t('form.knownHelper')}
      options={known.map(({ id, destination }) => ({
        value: id,
        label: destination.name ?? destination.pixKey ?? '',
        hint: destination.pixKey ?? '',
      }))}
      value={null}
      onValueChange={fill}
    />
  )
}
