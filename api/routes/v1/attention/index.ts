/** `GET /v1/attention`: movements that an operator must decide about, and endpoints that accept nothing, longest wait first. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listWaiting, totalWaiting, type WaitingRow } from '../../../../db/queries/movement/attention.ts'
import { waitingKindsOf } from '../../../../domain/waiting.ts'
import { chargeWorkflowId, disbursementWorkflowId, receiverWorkflowId } from '../../../../workflows/messages.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { guarded } from '../../../responses.ts'
import { AttentionQuery, type WaitingItem, WaitingList } from '../../../schemas/attention.ts'
import { iso } from '../../../time.ts'

const MOST_COUNTED = 1000

function present(row: WaitingRow): WaitingItem {
  const { id, name, currency, provider } = row
  const amount = row.amount === null ? null : Number(row.amount)
  const shared = { id, name, currency, provider, amount, createdAt: iso(row.created_at), since: iso(row.since) }
  const movement = { ...shared, createdByUser: row.created_by_user, externalId: row.external_id }
  switch (row.kind) {
    case 'charge': {
      const { kind, status, attention, attention_reasons: attentionReasons } = row
      return { ...movement, kind, status, attention, attentionReasons, workflowId: chargeWorkflowId(id) }
    }
    case 'refund':
    case 'withdrawal': {
      const { kind, status, attention, attention_reasons: attentionReasons } = row
      return { ...movement, kind, status, attention, attentionReasons, workflowId: disbursementWorkflowId(kind, id) }
    }
    case 'receiver': {
      const { kind, status, attention, attention_reasons: attentionReasons } = row
      return { ...movement, kind, status, attention, attentionReasons, workflowId: receiverWorkflowId(id) }
    }
    case 'dispute': {
      const { kind, attention, attention_reasons: attentionReasons } = row
      return { ...shared, kind, attention, attentionReasons }
    }
    case 'reconciliation': {
      const { kind, status: difference, attention, attention_reasons: attentionReasons } = row
      const { external_id: externalId, updated_at: updatedAt } = row
      return { ...shared, kind, difference, attention, attentionReasons, externalId, updatedAt: iso(updatedAt) }
    }
    case 'endpoint': {
      const { kind, attention, attention_reasons: attentionReasons } = row
      return { ...shared, kind, attention, attentionReasons }
    }
  }
}

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        operationId: 'listAttention',
        tags: ['Operations'],
        summary: 'List what needs attention',
        querystring: AttentionQuery,
        response: { 200: WaitingList, ...guarded() },
      },
    },
    async (request) => {
      const { platformId, role } = actorOf(request)
      const { kind: wanted, ...asked } = request.query
      const shown = waitingKindsOf(role)
      const scope = { platformId, kinds: wanted ? shown.filter((kind) => kind === wanted) : shown }
      const [page, { count: total, atStake }] = await app.database.read((db) =>
        Promise.all([listWaiting(db, scope, pageFrom(asked)), totalWaiting(db, scope, MOST_COUNTED)]),
      )
      return { ...presentPage(page, present), total, atStake }
    },
  )
}

export default routes
