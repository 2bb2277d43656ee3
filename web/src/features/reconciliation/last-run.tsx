/** The run that this user asked for last, and what has been found since. Their browser keeps it: the audit log is for administrators. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asOfServer } from '../../api/server-clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../ui/clock.ts'
import { onDevice } from '../../ui/storage.ts'
import { listTotals } from '../lists/queries.ts'
import { useSession } from '../session/session-context.ts'

export interface AskedRun {
  /** Milliseconds by the API's clock. */
  at: number
  readings: number
}

export function useLastRun(): [AskedRun | null, (run: AskedRun) => void] {
  const place = `${useSession().id}.reconciliation-run`
  const [run, setRun] = useState(() => readRun(onDevice.get(place)))
  return [
    run,
    (next) => {
      onDevice.set(place, `${next.at} ${next.readings}`)
      setRun(next)
    },
  ]
}

function readRun(kept: string | undefined): AskedRun | null {
  const [at = Number.NaN, readings = Number.NaN] = (kept ?? '').split(' ').map(Number)
  return Number.isSafeInteger(at) && Number.isSafeInteger(readings) ? { at, readings } : null
}

export function LastRun({ run: { at, readings } }: { run: AskedRun }) {
  const { t } = useTranslation('reconciliation')
  const { relative, counted } = useFormat()
  const now = asOfServer(useNow(20_000))
  const since = new Date(at).toISOString()
  const { data } = useQuery(listTotals('/v1/reconciliation/items', { createdFrom: since }, 'kind'))
  return (
    <p role="status" className="figures mb-4 text-[0.8125rem] text-ink-soft">
      {t('lastRun.asked', { count: readings, when: relative(since, now) })}{' '}
      {data && t('lastRun.found', { count: data.total.count, counted: counted(data.total) })}
    </p>
  )
}
