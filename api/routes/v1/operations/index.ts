/** Workflow ids hold a slash, `charge/<id>`: it may come encoded or as it is. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { findDecision } from '../../../../db/queries/movement/decisions.ts'
import { CHARGES, DISBURSEMENTS, RECEIVERS } from '../../../../db/queries/movement/tables.ts'
import { defined } from '../../../../domain/defined.ts'
import { DISBURSEMENT_KINDS, type DisbursementKind } from '../../../../domain/disbursement.ts'
import { UUID } from '../../../../domain/uuid.ts'
import { actorOf } from '../../../access/actor.ts'
import { decide } from '../../../charge/decide.ts'
import { approve } from '../../../disbursement/approve.ts'
import { decideAboutDisbursement } from '../../../disbursement/decide.ts'
import { type Answer, IdempotencyHeaders, oncePerKey, type Work } from '../../../idempotency.ts'
import type { DeliveredDecision, RequestedDecision } from '../../../movement/decide.ts'
import { ApiProblem, broken, notFound, outcomeUnknown } from '../../../problem.ts'
import { decideAboutReceiver } from '../../../receiver/decide.ts'
import { guarded } from '../../../responses.ts'
import { DecisionQuery, OperationAccepted, Resolution } from '../../../schemas/operation.ts'

const tags = ['Operations']
const config = { access: 'operator' } as const
const TABLES = { charge: CHARGES, refund: DISBURSEMENTS, withdrawal: DISBURSEMENTS, receiver: RECEIVERS } as const
const WORKFLOW = new RegExp(`^(charge|refund|withdrawal|receiver)/(${UUID})$`)
const SPELLINGS = [
  { path: '/:workflowId', params: Type.Object({ workflowId: Type.String() }), hide: false },
  { path: '/:kind/:id', params: Type.Object({ kind: Type.String(), id: Type.String() }), hide: true },
] as const

const SUMMARIES = {
  retry: 'Try again',
  cancel: 'Give up',
  resolve: 'Say what happened at the provider, or approve a withdrawal',
} as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const carryOut = async (request: FastifyRequest, decision: Requested, work: Work): Promise<Answer> => {
    const workflowId = workflowIdOf(request)
    const [, kind, id] = WORKFLOW.exec(workflowId) ?? []
    if (kind === undefined || id === undefined) throw notFound()
    const { shown, updatedAt } = request.query as Static<typeof DecisionQuery>
    const who = {
      actor: actorOf(request),
      // Workflows take a decision with the same id once.
      requestId: work.resourceId,
      ip: request.ip,
      ...defined({ shown: shown?.split(',').filter(Boolean), updatedAt }),
    }
    const delivered =
      (await decidedBefore(app, who, { kind, id }, work)) ??
      (await untilKnown(work, () =>
        isFinding(decision)
          ? decideAbout(app, who, { kind, id }, decision)
          : approveOne(app, who, { kind, id }, decision.resolution),
      ))
    return { status: 202, body: { workflowId, operation: decision.action, decisionId: work.resourceId, ...delivered } }
  }

  for (const { path, params, hide } of SPELLINGS) {
    const headers = IdempotencyHeaders
    const response = { 202: OperationAccepted, ...guarded(404, 409, 422) }
    for (const action of ['retry', 'cancel'] as const) {
      const schema = { tags, summary: SUMMARIES[action], params, headers, querystring: DecisionQuery, hide, response }
      app.post(`${path}/${action}`, { config, schema }, async (request, reply) =>
        oncePerKey(request, reply, (work) => carryOut(request, { action }, work)),
      )
    }
    const body = Resolution
    const querystring = DecisionQuery
    const schema = { tags, summary: SUMMARIES.resolve, params, headers, querystring, hide, body, response }
    app.post(`${path}/resolve`, { config, schema }, async (request, reply) => {
      const decision = { action: 'resolve' as const, resolution: request.body }
      return oncePerKey(request, reply, (work) => carryOut(request, decision, work))
    })
  }
}

type Requested = Exclude<RequestedDecision, { action: 'resolve' }> | { action: 'resolve'; resolution: Resolution }

/** The request that held the key before may have been carried out. The movement's history says so, whatever its state allows now. */
async function decidedBefore(
  { database }: FastifyInstance,
  { actor: { platformId } }: Parameters<typeof decide>[1],
  { kind, id }: { kind: string; id: string },
  { takenOver, resourceId }: Work,
): Promise<DeliveredDecision | undefined> {
  if (!takenOver) return undefined
  return findDecision(database.writer, TABLES[kind as keyof typeof TABLES], { platformId, id }, resourceId)
}

const MAY_STAND = 'An earlier request with this key may have been carried out: look before you decide again'

/**
 * Only a decision of which it is not known whether it was taken keeps its key. One that was taken over is such a decision: that the
 * state does not allow it now may be its own doing.
 */
async function untilKnown<T>(work: Work, deliver: () => Promise<T>): Promise<T> {
  work.begin()
  try {
    return await deliver()
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.problemCode === 'outcome_unknown') throw error
    if (!work.takenOver) work.undo()
    else if (error.problemCode === 'conflict' || error.problemCode === 'unavailable') throw outcomeUnknown(MAY_STAND)
    throw error
  }
}

/** Everything but an approval: a decision about what the provider may have made. */
const isFinding = (decision: Requested): decision is RequestedDecision =>
  decision.action !== 'resolve' || decision.resolution.outcome !== 'approved'

function approveOne(
  app: FastifyInstance,
  who: Parameters<typeof decide>[1],
  { kind, id }: { kind: string; id: string },
  { outcome: _, ...others }: Resolution,
): Promise<DeliveredDecision> {
  if (kind !== 'withdrawal') throw broken('/outcome', 'withdrawalOnly', 'approved is for withdrawals only')
  const [other] = Object.keys(others)
  if (other !== undefined) throw broken(`/${other}`, 'notOfApproval', 'means nothing in an approval')
  return approve(app, who, id)
}

function decideAbout(
  app: FastifyInstance,
  who: Parameters<typeof decide>[1],
  { kind, id }: { kind: string; id: string },
  decision: RequestedDecision,
): Promise<DeliveredDecision> {
  assertIdOf(kind, decision)
  if (isDisbursementKind(kind)) return decideAboutDisbursement(app, who, { kind, id }, decision)
  return kind === 'receiver' ? decideAboutReceiver(app, who, id, decision) : decide(app, who, id, decision)
}

/** @throws ApiProblem 422 for an id that is not of what was decided, or is two. `transactionId` is a receiver's, too: docs/decisions/0281-a-decision-names-one-id.md */
function assertIdOf(kind: string, decision: RequestedDecision): void {
  const { receiverId, transactionId } = decision.action === 'resolve' ? decision.resolution : {}
  if (receiverId === undefined) return
  if (kind !== 'receiver') throw broken('/receiverId', 'receiverOnly', 'is for receivers only')
  if (transactionId !== undefined) throw broken('/transactionId', 'besideReceiverId', 'means nothing beside receiverId')
}

const isDisbursementKind = (kind: string): kind is DisbursementKind =>
  (DISBURSEMENT_KINDS as readonly string[]).includes(kind)

function workflowIdOf({ params }: FastifyRequest): string {
  const { workflowId, kind, id } = params as Partial<Record<'workflowId' | 'kind' | 'id', string>>
  return workflowId ?? `${kind}/${id}`
}

export default routes
