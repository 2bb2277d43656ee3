import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeRoutingRule,
  deleteRoutingRule,
  findRoutingRule,
  insertRoutingRule,
  listRoutingRules,
  MOST_RULES,
  type NewRoutingRuleRow,
} from '../../../../db/queries/routing/rules.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { checkedRule, presentRule } from '../../../routing/rules.ts'
import { simulate } from '../../../routing/simulate.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import { WholeListQuery } from '../../../schemas/list.ts'
import {
  NewRoutingRule,
  RoutingDecision,
  RoutingRule,
  RoutingRuleChange,
  RoutingRuleList,
  SimulatedMovement,
} from '../../../schemas/routing-rule.ts'
import { presentWhole } from '../../../whole-list.ts'

const tags = ['Routing']
const reading = { access: 'seller' } as const
const config = { access: 'admin' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List routing rules',
        description: `In the order in which they are asked; there are at most ${MOST_RULES}, so all of them come at once unless there is a \`limit\`.`,
        querystring: WholeListQuery,
        response: { 200: RoutingRuleList, ...guarded() },
      },
    },
    async (request) => {
      const rows = await listRoutingRules(writer, actorOf(request).platformId)
      return presentWhole(rows.map(presentRule), request.query, ({ id }) => id)
    },
  )

  app.get(
    '/:id',
    {
      config: reading,
      schema: { tags, summary: 'A routing rule', params: IdParams, response: { 200: RoutingRule, ...guarded(404) } },
    },
    async (request) => {
      const row = await findRoutingRule(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentRule(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Make a routing rule',
        description:
          'The first enabled rule that matches decides alone: accounts that it does not name are not asked. Without a position it comes last.',
        body: NewRoutingRule,
        response: { 201: RoutingRule, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const { when = {}, strategy = 'priority', ...rest } = request.body
      const rule = await checkedRule(writer, platformId, { when, strategy, ...rest })
      const row = await insertRoutingRule(writer, {
        platformId,
        ...(rule satisfies TakenBy<NewRoutingRuleRow, typeof rule>),
      })
      if (!row) throw problem('conflict', { detail: `There are ${MOST_RULES} routing rules already` })
      await audit(request, {
        action: 'routingRule.create',
        target: `routing-rule/${row.id}`,
        detail: { name: row.name },
      })
      return reply.code(201).header('location', `/v1/routing-rules/${row.id}`).send(presentRule(row))
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change a routing rule',
        params: IdParams,
        body: RoutingRuleChange,
        response: { 200: RoutingRule, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const change = await checkedRule(writer, platformId, request.body)
      const row = await changeRoutingRule(writer, platformId, request.params.id, change)
      if (!row) throw notFound()
      await audit(request, {
        action: 'routingRule.change',
        target: `routing-rule/${row.id}`,
        detail: { changed: Object.keys(change) },
      })
      return presentRule(row)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a routing rule',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await deleteRoutingRule(writer, actorOf(request).platformId, id))) throw notFound()
      await audit(request, { action: 'routingRule.delete', target: `routing-rule/${id}` })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/simulate',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Who would take a charge or a withdrawal',
        description: 'What would be decided now, with reasons. Nothing is created and no provider is asked.',
        body: SimulatedMovement,
        response: { 200: RoutingDecision, ...guarded(422) },
      },
    },
    async (request) => simulate(app, actorOf(request).platformId, request.body),
  )
}

export default routes
