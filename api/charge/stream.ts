/** The three streams of charges: one charge, a platform's list, and the buyer's page. Each sends the present state first. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { defined } from '../../domain/defined.ts'
import { eventOf, openEventStream } from '../event-stream.ts'

export interface Watched {
  platformId: string
  chargeId?: string
  /** The present state, oldest first. */
  load: () => Promise<ChargeRow[]>
  view: View
}

/** A row's event, made once for all streams that send it. */
export type View = (row: ChargeRow) => Promise<Buffer>

/** @param present what these streams show of a row, or a promise of it. */
export function createView(present: (row: ChargeRow) => unknown): View {
  const made = new WeakMap<ChargeRow, Promise<Buffer>>()
  const make = async (row: ChargeRow) => eventOf('charge', await present(row))
  return (row) => {
    const event = made.get(row) ?? make(row)
    made.set(row, event)
    return event
  }
}

/**
 * Watching begins before the present state is read, so that nothing falls between; and everything is sent in turn, so that
 * a state read earlier never follows a later one for good.
 */
export function streamCharges(request: FastifyRequest, reply: FastifyReply, watched: Watched): FastifyReply {
  const { platformId, chargeId, load, view } = watched
  const stream = openEventStream(request, reply)
  let turn = Promise.resolve()
  const inTurn = (job: () => void | Promise<void>) => {
    turn = turn
      .then(job)
      .catch((error) => request.log.warn({ err: error }, 'a stream could not read the present state'))
  }
  let said: Buffer = Buffer.alloc(0)
  // The news of a change may come after the state that it led to: nothing is said twice in a row.
  const send = async (row: ChargeRow) => {
    const event = await view(row)
    if (event.equals(said)) return
    said = event
    stream.send(event)
  }
  const sendPresent = async () => {
    for (const row of await load()) {
      await send(row)
      await setImmediate()
    }
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
