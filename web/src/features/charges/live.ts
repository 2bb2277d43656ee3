/** Live charges without a reload: the stream's events update the pages' cached data. */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Charge, ChargeList } from '../../api/contract.ts'
import { type StreamState, useChargeStream } from '../../api/stream.ts'
import { chargeQueries } from './queries.ts'
import { reloading } from './reload.ts'

/**
 * `onChange` gets charges whose displayed status changed. The stream also repeats known states.
 * @param isMeant for a page of only some charges: others do not reload its list.
 */
export function useLiveCharges(
  onChange: (charge: Charge) => void,
  isMeant: (charge: Charge) => boolean = () => true,
): StreamState {
  const queries = useQueryClient()
  const [reload] = useState(() => reloading(queries))
  useEffect(() => reload.stop, [reload])

  return useChargeStream(
    '/v1/charges/stream',
    (data) => {
      if (!isCharge(data) || !isMeant(data)) return
      const lists = queries.getQueriesData<InfiniteData<ChargeList>>({ queryKey: chargeQueries.lists() })
      const known = lists.flatMap(([, list]) => list?.pages ?? []).flatMap((page) => page.data)
      const shown = known.find(({ id }) => id === data.id)
      if (shown?.updatedAt === data.updatedAt) return
      queries.setQueriesData<InfiniteData<ChargeList>>({ queryKey: chargeQueries.lists() }, (list) =>
        replace(list, data),
      )
      if (shown && shown.status !== data.status) onChange(data)
      reload.ask()
    },
    reload.ask,
  )
}

export function useLiveCharge(id: string): StreamState {
  const queries = useQueryClient()
  return useChargeStream(
    `/v1/charges/${id}/stream`,
    (data) => {
      if (isCharge(data)) queries.setQueryData(chargeQueries.detail(id).queryKey, data)
      void queries.invalidateQueries({ queryKey: chargeQueries.events(id).queryKey })
      void queries.invalidateQueries({ queryKey: chargeQueries.attempts(id).queryKey })
      void queries.invalidateQueries({ queryKey: chargeQueries.payments(id).queryKey })
      void queries.invalidateQueries({ queryKey: chargeQueries.mails(id).queryKey })
    },
    () => void queries.invalidateQueries({ queryKey: chargeQueries.all() }),
  )
}

function replace(list: InfiniteData<ChargeList> | undefined, charge: Charge): InfiniteData<ChargeList> | undefined {
  if (!list) return list
  const pages = list.pages.map((page) => ({
    ...page,
    data: page.data.map((row) => (row.id === charge.id ? charge : row)),
  }))
  return { ...list, pages }
}

function isCharge(data: unknown): data is Charge {
  return typeof data === 'object' && data !== null && 'id' in data && 'status' in data && 'customer' in data
}
