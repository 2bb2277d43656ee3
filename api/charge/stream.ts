/** The three streams of charges: one charge, a platform's list, and the buyer's page. Each sends the present state first. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { defined } from '../../domain/defined.ts'
import { openEventStream } from '../event-stream.ts'

export interface Watched {
  platformId: string
  chargeId?: string
  /** The present state, oldest first. */
  load: () => Promise<ChargeRow[]>
  /** Or a promise of it. */
  present: (row: ChargeRow) => unknown
}

/**
 * Watching begins before the present state is read, so that nothing falls between; and everything is sent in turn, so that
 * a state read earlier never follows a later one for good.
 */
export function streamCharges(request: FastifyRequest, reply: FastifyReply, watched: Watched): FastifyReply {
  const { platformId, chargeId, load, present } = watched
  const stream = openEventStream(request, reply)
  let turn = Promise.resolve()
  const inTurn = (job: () => void | Promise<void>) => {
    turn = turn
      .then(job)
      .catch((error) => request.log.warn({ err: error }, 'a stream could not read the present state'))
  }
  let said = ''
  // The news of a change may come after the state that it led to: nothing is said twice in a row.
  const send = async (row: ChargeRow) => {
    const charge = await present(row)
    const text = JSON.stringify(charge)
    if (text === said) return
    said = text
    stream.send('charge', charge)
  }
  const sendPresent = async () => {
    for (const row of await load()) await send(row)
  }

  const stopWatching = request.server.chargeFeed.watch({
    platformId,
    ...defined({ chargeId }),
    onChange: (row) => inTurn(() => send(row)),
    onGap: () => inTurn(sendPresent),
  })
  stream.onEnd(stopWatching)
  inTurn(sendPresent)
  return reply
}
