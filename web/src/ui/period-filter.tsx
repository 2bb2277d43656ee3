/** Narrows a list to some days: a usual range, or two dates. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './class-names.ts'
import { DayField } from './day-field.tsx'
import { PERIODS, type Period, type PeriodName, readPeriod } from './period.ts'
import { SelectField } from './select-field.tsx'
import { type Edit, useAddress, withName } from './use-address.ts'

interface PeriodFilterProps {
  className?: string
  usual?: PeriodName
  /** What the period is of, once one is chosen. */
  children?: ReactNode
  /** The address without what else it says of a period, as one without a period is. */
  without?: Edit
}

/**
 * The dropdown, and the two dates once a custom range is chosen; all of it stands in the address. With `usual` a page has a range where
 * none is chosen, and never all of time.
 */
export function PeriodFilter({ className, usual, children, without = (search) => search }: PeriodFilterProps) {
  const { t } = useTranslation('common')
  const [search, setSearch] = useAddress()
  const chosen = readPeriod(search)
  return (
    <>
      <SelectField
        hideLabel
        clearable={usual === undefined}
        className={cx('md:self-end', className)}
        label={t('period.label')}
        placeholder={t('period.all')}
        options={PERIODS.map((value) => ({ value, label: t(`period.names.${value}`) }))}
        value={chosen.period ?? usual ?? null}
        onValueChange={(period) =>
          setSearch((before) => {
            const next = withName(before, 'period', period)
            if (period === 'custom') return next
            const dayless = withName(withName(next, 'from', null), 'to', null)
            return period === null ? without(dayless) : dayless
          })
        }
      />
      {(chosen.period === 'custom' || (chosen.period && children)) && (
        <div data-days className="col-span-full grid grid-cols-2 items-end gap-2 md:flex md:w-auto! md:*:w-48">
          {children && <div className="col-span-full md:w-auto!">{children}</div>}
          {chosen.period === 'custom' && <Days chosen={chosen} />}
        </div>
      )}
    </>
  )
}

function Days({ chosen }: { chosen: Period }) {
  const { t } = useTranslation('common')
  const [, setSearch] = useAddress()
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`period.${end}`)}
          value={chosen[end] ?? ''}
          onValueChange={(day) => setSearch((before) => withName(before, end, day || null), { replace: true })}
        />
      ))}
    </>
  )
}
