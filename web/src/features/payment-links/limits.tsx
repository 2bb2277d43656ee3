/** For how long and how often a link sells. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '../../api/contract.ts'
import { fromLocalMoment, localZone, toLocalMoment } from '../../ui/local-moment.ts'
import { TextField } from '../../ui/text-field.tsx'

interface Limits {
  expiresAt: string | null
  maxUses: number | null
}

/** @returns the fields, and `read`, which is undefined while what is typed is no moment to come, or no use at all. */
export function useLimits(link?: Pick<PaymentLink, 'expiresAt' | 'maxUses'>) {
  const { t } = useTranslation('selling')
  const before = link?.expiresAt ? toLocalMoment(link.expiresAt) : ''
  const [until, setUntil] = useState(before)
  const [uses, setUses] = useState(String(link?.maxUses ?? ''))
  const input = useRef<HTMLInputElement>(null)
  // A date without its time leaves the field's value empty, which must not be taken for "never".
  const isUnfinished = () => input.current?.validity.badInput === true
  const [isPast, setPast] = useState(false)
  const isWrong = () => isUnfinished() || (until !== before && until !== '' && Date.parse(until) <= Date.now())
  const isNone = uses !== '' && Number(uses) === 0
  const read = (): Limits | undefined => {
    setPast(isWrong())
    if (isWrong() || isNone) return undefined
    const expiresAt = until === before ? (link?.expiresAt ?? null) : (fromLocalMoment(until) ?? null)
    return { expiresAt, maxUses: uses === '' ? null : Number(uses) }
  }
  const fields = (isTried: boolean) => (
    <>
      <TextField
        ref={input}
        type="datetime-local"
        max="9999-12-31T23:59"
        label={t('links.expiresAt')}
        helper={t('links.expiresHelp', { zone: localZone() })}
        value={until}
        onChange={({ target }) => {
          setUntil(target.value)
          setPast(false)
        }}
        error={isTried && isPast ? t('links.expiresWrong') : undefined}
      />
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
