import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { deriveKey } from '../../../../config/keys.ts'
import { type ChargeFilter, listCharges } from '../../../../db/queries/charge/list.ts'
import { findCharge, listChargeAttempts, listChargeEvents, listPayments } from '../../../../db/queries/charge/read.ts'
import { countCharges, totalCharges } from '../../../../db/queries/charge/totals.ts'
import { COUNTED } from '../../../../db/queries/list/counts.ts'
import { findChargeDecision } from '../../../../db/queries/routing/decisions.ts'
import { defined } from '../../../../domain/defined.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { belongingRoute, historyRoutes } from '../../../belonging.ts'
import { createCharge } from '../../../charge/create.ts'
import { drawPictures } from '../../../charge/pix-picture.ts'
import { presentAttempt, presentCharge, presentEvent, presentPayment } from '../../../charge/present.ts'
import { createView, streamCharges } from '../../../charge/stream.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { findMadeUpCharge } from '../../../exam/made-up-charge.ts'
import { examineRequest, loseAnswer, noteExamined } from '../../../exam/requests.ts'
import { IdempotencyHeaders, oncePerKey } from '../../../idempotency.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { presentDecision } from '../../../routing/present.ts'
import {
  Charge,
  ChargeAttempts,
  ChargeEvents,
  ChargeList,
  ChargeListQuery,
  ChargeTotals,
  ChargeTotalsQuery,
  NewCharge,
} from '../../../schemas/charge.ts'
import { EventStreamAnswer, IdParams } from '../../../schemas/common.ts'
import { Payments } from '../../../schemas/payment.ts'
import { RoutingDecision } from '../../../schemas/routing-rule.ts'
import mails from './mails.ts'
import refunds from './refunds.ts'
import simulator from './simulator.ts'

const tags = ['Charges']
const config = { access: 'seller' } as const
const STREAM_STARTS_WITH = 20

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { publicUrl } = app.settings
  const { read, writer } = app.database
  /** A body may hold a card's code. */
  const sealKey = deriveKey(app.settings.masterKey, 'seal')
  const present = (row: Parameters<typeof presentCharge>[0]) => presentCharge(row, publicUrl)
  const view = createView(present)
  /** A replica may know less of it than the answer that made it said. */
  const find = (platformId: string, id: string) => findCharge(writer, platformId, id)

  app.addHook('onSend', loseAnswer)
  app.addHook('onResponse', noteExamined)

  await app.register(mails)
  await app.register(refunds)
  await app.register(simulator)

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Charge a buyer',
        description:
          'Answers with the code to pay as soon as a provider has made it, or 202 when none has answered in time. 202 with `PENDING` too while no provider can be reached, so that surely nothing was sent: it is tried again, and after a while an operator decides (`providerUnreachable`). A declined card is a result, not an error: 201 with `REJECTED`, and the bank’s reason in `failureMessage`.',
        headers: IdempotencyHeaders,
        body: NewCharge,
        response: { 201: Charge, 202: Charge, ...guarded(409, 413, 415, 422, 502) },
      },
    },
    async (request, reply) => {
      const { body, id: requestId } = request
      const actor = actorOf(request)
      const who = { platformId: actor.platformId, by: actorName(actor), asker: actor }
      const meets = await examineRequest(app, request, body)
      const ask = { ...who, body: withBuyersAddress(body, request.ip), requestId, ...defined({ meets }) }
      return oncePerKey(request, reply, (work) => createCharge(app, ask, work), { makes: { kind: 'charge' }, sealKey })
    },
  )

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List charges',
        querystring: ChargeListQuery,
        response: { 200: ChargeList, ...guarded(422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, ...filter } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const { platformId } = actorOf(request)
      const charges = await read((db) => listCharges(db, platformId, filter as ChargeFilter, page))
      await drawPictures(charges.rows)
      return presentPage(charges, present)
    },
  )

  app.get(
    '/totals',
    {
      config,
      schema: {
        operationId: 'getChargeTotals',
        tags,
        summary: 'Count and add up charges',
        description: `By currency, status, ending and whether they need attention, up to ${COUNTED} charges that the filters let through. \`total\` and \`tabs\` count on, whatever status is asked for.`,
        querystring: ChargeTotalsQuery,
        response: { 200: ChargeTotals, ...guarded() },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const filter = request.query as ChargeFilter
      const [data, counts] = await read((db) =>
        Promise.all([totalCharges(db, platformId, filter), countCharges(db, platformId, filter)]),
      )
      return { ...counts, isComplete: data !== null, data: data ?? [] }
    },
  )

  app.get(
    '/stream',
    {
      config,
      schema: {
        tags,
        summary: "Follow the platform's charges",
        description: 'Server-sent `charge` events: the newest charges first, then every change as it happens.',
        response: { 200: EventStreamAnswer, ...guarded() },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const load = async () => {
        const { rows } = await listCharges(app.database.writer, platformId, {}, { limit: STREAM_STARTS_WITH })
        return rows.toReversed()
      }
      return streamCharges(request, reply, { platformId, load, view })
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'A charge', params: IdParams, response: { 200: Charge, ...guarded(404) } },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const { id } = request.params
      const row = (await find(platformId, id)) ?? (await findMadeUpCharge(writer, platformId, id))
      if (!row) throw notFound()
      return present(row)
    },
  )

  app.get(
    '/:id/routing',
    {
      config,
      schema: {
        tags,
        summary: 'Why a charge went where it went',
        description: 'As it was decided when the charge was asked for.',
        params: IdParams,
        response: { 200: RoutingDecision, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const decision = await findChargeDecision(app.database.writer, platformId, request.params.id)
      if (!decision) throw notFound()
      return presentDecision(decision)
    },
  )

  historyRoutes(app, {
    tags,
    what: 'charge',
    events: {
      schema: ChargeEvents,
      list: async (platformId, id) => (await listChargeEvents(writer, platformId, id))?.map(presentEvent),
    },
    attempts: {
      schema: ChargeAttempts,
      list: async (platformId, id) => (await listChargeAttempts(writer, platformId, id))?.map(presentAttempt),
    },
  })

  belongingRoute(app, 'payments', {
    config,
    tags,
    summary: "A charge's transactions",
    description: 'Every transaction known for the charge, also one whose code was given to no buyer.',
    schema: Payments,
    list: async (platformId, id) => (await listPayments(writer, platformId, id))?.map(presentPayment),
  })

  app.get(
    '/:id/stream',
    {
      config,
      schema: {
        tags,
        summary: 'Follow a charge',
        description: 'Server-sent `charge` events: the present state first, then every change as it happens.',
        params: IdParams,
        response: { 200: EventStreamAnswer, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const { id: chargeId } = request.params
      if (!(await find(platformId, chargeId))) throw notFound()
      const load = async () => [(await find(platformId, chargeId)) ?? []].flat()
      return streamCharges(request, reply, { platformId, chargeId, load, view })
    },
  )
}

/** Who charges a card is asked where the buyer is; a seller who does not say so charges from where the request comes. */
function withBuyersAddress(body: NewCharge, customerIp: string): NewCharge {
  return body.paymentMethod === 'CREDIT_CARD' ? { customerIp, ...body } : body
}

export default routes
