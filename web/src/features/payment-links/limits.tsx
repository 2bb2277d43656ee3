/** For how long and how often a link sells. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '../../api/contract.ts'
import { asOfServer } from '../../api/server-clock.ts'
import { DayField } from '../../ui/day-field.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { maskTime } from '../../ui/masks.ts'
import { fromSellersMoment, toSellersMoment } from '../../ui/sellers-moment.ts'
import { TextField } from '../../ui/text-field.tsx'

interface Limits {
  expiresAt: string | null
  maxUses: number | null
}

type Fault = 'incomplete' | 'past'

/** A day without a time ends with it. */
const END_OF_DAY = '23:59'

/** @returns the fields, and `read`, which is undefined while what is typed is no moment to come, or no use at all. */
export function useLimits(link?: Pick<PaymentLink, 'expiresAt' | 'maxUses'>) {
  const { t } = useTranslation('selling')
  const before = link?.expiresAt ? toSellersMoment(link.expiresAt) : ''
  const [day, setDay] = useState<string | undefined>(before.slice(0, 10))
  const [time, setTime] = useState(before.slice(11))
  const [uses, setUses] = useState(String(link?.maxUses ?? ''))
  const [fault, setFault] = useState<Fault>()
  const until = day || time ? `${day}T${time || END_OF_DAY}` : ''
  const judge = (): Fault | undefined => {
    // What is not finished must not be taken for "never".
    if (day === undefined) return 'incomplete'
    if (until === before || until === '') return undefined
    const at = fromSellersMoment(until)
    if (!at) return 'incomplete'
    return Date.parse(at) > asOfServer(Date.now()) ? undefined : 'past'
  }
  const isNone = uses !== '' && Number(uses) === 0
  const read = (): Limits | undefined => {
    const found = judge()
    setFault(found)
    if (found || isNone) return undefined
    const expiresAt = until === before ? (link?.expiresAt ?? null) : (fromSellersMoment(until) ?? null)
    return { expiresAt, maxUses: uses === '' ? null : Number(uses) }
  }
  const fields = (isTried: boolean) => (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-2">
        <DayField
          label={t('links.expiresAt')}
          helper={t('links.expiresHelp')}
          value={day ?? ''}
          onValueChange={(next) => {
            setDay(next)
            setFault(undefined)
          }}
          error={isTried && fault ? t(`links.expiresWrong.${fault}`) : undefined}
        />
        <MaskedField
          label={t('links.expiresTime')}
          inputMode="numeric"
          placeholder={END_OF_DAY}
          mask={maskTime}
          value={time}
          onValueChange={(next) => {
            setTime(next)
            setFault(undefined)
          }}
        />
      </div>
      <TextField
        inputMode="numeric"
        label={t('links.maxUses')}
        helper={t('links.maxUsesHelp')}
        value={uses}
        onChange={({ target }) => setUses(target.value.replace(/\D/g, '').slice(0, 6))}
        error={isTried && isNone ? t('links.maxUsesWrong') : undefined}
      />
    </>
  )
  return { fields, read }
}
