/** Narrows a list to some days: a usual range, or two dates. */

import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../domain/defined.ts'
import { CONTROL } from './field.tsx'
import { PERIODS, type Period, type PeriodName, readPeriod } from './period.ts'
import { SelectField } from './select-field.tsx'
import { useAddress, withName } from './use-address.ts'

/**
 * The dropdown, and the two dates once a custom range is chosen; all of it stands in the address. With `usual` a page has a range where
 * none is chosen, and never all of time.
 */
export function PeriodFilter({ className, usual }: { className?: string; usual?: PeriodName }) {
  const { t } = useTranslation('common')
  const [search, setSearch] = useAddress()
  const chosen = readPeriod(search)
  return (
    <>
      <SelectField
        hideLabel
        clearable={usual === undefined}
        {...defined({ className: className || undefined })}
        label={t('period.label')}
        placeholder={t('period.all')}
        options={PERIODS.map((value) => ({ value, label: t(`period.names.${value}`) }))}
        value={chosen.period ?? usual ?? null}
        onValueChange={(period) =>
          setSearch((before) => {
            const next = withName(before, 'period', period)
            return period === 'custom' ? next : withName(withName(next, 'from', null), 'to', null)
          })
        }
      />
      {chosen.period === 'custom' && <Days chosen={chosen} />}
    </>
  )
}

function Days({ chosen }: { chosen: Period }) {
  const { t } = useTranslation('common')
  const [, setSearch] = useAddress()
  const id = useId()
  return (
    <div className="col-span-full grid grid-cols-2 gap-2 md:flex md:justify-end md:*:w-48">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="flex min-w-0 items-center gap-2">
          <label htmlFor={`${id}-${end}`} className="shrink-0 text-[0.8125rem] text-ink-soft">
            {t(`period.${end}`)}
          </label>
          <input
            id={`${id}-${end}`}
            type="date"
            max="2999-12-31"
            defaultValue={chosen[end] ?? ''}
            onChange={({ target }) => {
              if (target.value === '' || readPeriod(new URLSearchParams([[end, target.value]]))[end])
                setSearch((before) => withName(before, end, target.value || null), { replace: true })
            }}
            className={CONTROL}
          />
        </div>
      ))}
    </div>
  )
}
