/** What can be read of one refund or withdrawal, whichever it is. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { TObject } from 'typebox'
import {
  type DisbursementRow,
  findDisbursement,
  listDisbursementAttempts,
  listDisbursementEvents,
} from '../../db/queries/disbursement/read.ts'
import type { DisbursementKind } from '../../domain/disbursement.ts'
import { actorOf } from '../access/actor.ts'
import { historyRoutes } from '../belonging.ts'
import { notFound } from '../problem.ts'
import { guarded } from '../responses.ts'
import { ChargeAttempts } from '../schemas/charge.ts'
import { IdParams } from '../schemas/common.ts'
import { DisbursementEvents } from '../schemas/disbursement.ts'
import type { Refund } from '../schemas/refund.ts'
import type { Withdrawal } from '../schemas/withdrawal.ts'
import { presentDisbursementAttempt, presentDisbursementEvent } from './present.ts'

interface Shown {
  kind: DisbursementKind
  tag: string
  schema: TObject
  present(row: DisbursementRow): Refund | Withdrawal
}

const config = { access: 'seller' } as const

/** `GET /:id`, `/:id/events` and `/:id/attempts`. */
export function disbursementReads({ kind, tag, schema, present }: Shown): FastifyPluginAsyncTypebox {
  const tags = [tag]
  return async (app) => {
    const { writer } = app.database
    app.get(
      '/:id',
      {
        config,
        schema: { tags, summary: `A ${kind}`, params: IdParams, response: { 200: schema, ...guarded(404) } },
      },
      async (request) => {
        const { platformId } = actorOf(request)
        const { id } = request.params
        // A replica may know less of it than the answer that made it said.
        const row = await findDisbursement(writer, platformId, kind, id)
        if (!row) throw notFound()
        return present(row)
      },
    )

    historyRoutes(app, {
      tags,
      what: kind,
      events: {
        schema: DisbursementEvents,
        list: async (platformId, id) =>
          (await listDisbursementEvents(writer, platformId, kind, id))?.map(presentDisbursementEvent),
      },
      attempts: {
        schema: ChargeAttempts,
        list: async (platformId, id) =>
          (await listDisbursementAttempts(writer, platformId, kind, id))?.map(presentDisbursementAttempt),
      },
    })
  }
}
