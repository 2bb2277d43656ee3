import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  countDisbursements,
  type DisbursementFilter,
  listDisbursements,
} from '../../../../db/queries/disbursement/list.ts'
import { findWithdrawalDecision } from '../../../../db/queries/routing/decisions.ts'
import { defined } from '../../../../domain/defined.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { createWithdrawal } from '../../../disbursement/create-withdrawal.ts'
import { presentWithdrawal as present } from '../../../disbursement/present.ts'
import { disbursementReads } from '../../../disbursement/routes.ts'
import { IdempotencyHeaders, oncePerKey } from '../../../idempotency.ts'
import { totalsRoute } from '../../../list-totals.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { presentDecision } from '../../../routing/present.ts'
import { IdParams } from '../../../schemas/common.ts'
import { RoutingDecision } from '../../../schemas/routing-rule.ts'
import { NewWithdrawal, Withdrawal, WithdrawalList, WithdrawalListQuery } from '../../../schemas/withdrawal.ts'
import simulator from './simulator.ts'

const tag = 'Withdrawals'
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(simulator)
  await app.register(disbursementReads({ kind: 'withdrawal', tag, schema: Withdrawal, present }))

  app.post(
    '',
    {
      config,
      schema: {
        tags: [tag],
        summary: 'Withdraw money',
        description:
          'Answers as soon as a provider has taken it, or 202 when none has in time, or when it waits for a second operator (`approval`). So it does while its provider cannot be reached and surely nothing was sent: it is tried again, and after a while an operator decides (`providerUnreachable`). It is never sent twice: a withdrawReference means one withdrawal for ever. The same request under it is answered with that withdrawal (200), a different request is refused (409).',
        headers: IdempotencyHeaders,
        body: NewWithdrawal,
        response: { 200: Withdrawal, 201: Withdrawal, 202: Withdrawal, ...guarded(409, 413, 415, 422, 502) },
      },
    },
    async (request, reply) => {
      const call = { actor: actorOf(request), requestId: request.id, body: request.body }
      return oncePerKey(request, reply, (work) => createWithdrawal(app, call, work), {
        makes: { kind: 'withdrawal', reference: request.body.withdrawReference },
      })
    },
  )

  app.get(
    '/:id/routing',
    {
      config,
      schema: {
        tags: [tag],
        summary: 'Why a withdrawal went where it went',
        description: 'As it was decided when it was asked for.',
        params: IdParams,
        response: { 200: RoutingDecision, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const decision = await findWithdrawalDecision(app.database.writer, platformId, request.params.id)
      if (!decision) throw notFound()
      return presentDecision(decision)
    },
  )

  totalsRoute(app, {
    operationId: 'getWithdrawalTotals',
    tag,
    summary: 'Count and add up withdrawals',
    query: WithdrawalListQuery,
    count: (platformId, { paymentMethod: method, withdrawReference: reference, ...others }) => {
      const filter = defined({ ...others, method, reference }) as DisbursementFilter
      return app.database.read((db) => countDisbursements(db, platformId, 'withdrawal', filter))
    },
  })

  app.get(
    '',
    {
      config,
      schema: {
        tags: [tag],
        summary: 'List withdrawals',
        querystring: WithdrawalListQuery,
        response: { 200: WithdrawalList, ...guarded(422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, paymentMethod: method, withdrawReference: reference, ...others } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const own = { ...defined({ method, reference }) }
      const filter = { ...others, ...own } as DisbursementFilter
      const { platformId } = actorOf(request)
      return presentPage(
        await app.database.read((db) => listDisbursements(db, platformId, 'withdrawal', filter, page)),
        present,
      )
    },
  )
}

export default routes
