/** Payments that a bank takes back: everybody of the platform sees them and gives evidence, operators say how they ended. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { chargesBehind } from '../../../../db/queries/charge/behind.ts'
import { closeDispute } from '../../../../db/queries/dispute/close.ts'
import { addEvidence, removeEvidence } from '../../../../db/queries/dispute/evidence.ts'
import {
  countDisputes,
  type DisputeFilter,
  type DisputeRow,
  findDispute,
  listDisputes,
  listEvidence,
} from '../../../../db/queries/dispute/read.ts'
import { EVIDENCE_PURPOSE, isOpenDispute, MOST_EVIDENCE } from '../../../../domain/dispute.ts'
import { removeFile } from '../../../../storage/transfer.ts'
import { type Actor, actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { presentDispute, presentEvidence } from '../../../dispute/present.ts'
import { totalsRoute } from '../../../list-totals.ts'
import { broken, notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import {
  DisputeEvidence,
  DisputeListQuery,
  DisputeResolution,
  DisputeWithEvidence,
  EvidenceAddress,
  EvidenceParams,
  ListedDisputeList,
  NewEvidence,
} from '../../../schemas/dispute.ts'
import { uploadedFor } from '../../../upload/uploaded.ts'

const tags = ['Disputes']
const config = { access: 'seller' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const withEvidence = async (row: DisputeRow) => ({
    ...presentDispute(row),
    evidence: (await listEvidence(writer, row.id)).map(presentEvidence),
  })
  const disputeOf = async ({ platformId }: Actor, id: string) => {
    const row = await findDispute(writer, platformId, id)
    if (!row) throw notFound()
    return row
  }
  const evidenceOf = async (dispute: DisputeRow, id: string) => {
    const row = (await listEvidence(writer, dispute.id)).find((evidence) => evidence.id === id)
    if (!row) throw notFound()
    return row
  }
  const closedAlready = ({ state }: DisputeRow) => problem('conflict', { detail: `The dispute is ${state} already` })

  totalsRoute(app, {
    operationId: 'getDisputeTotals',
    tag: 'Disputes',
    summary: 'Count disputes',
    query: DisputeListQuery,
    count: (platformId, filter) => app.database.read((db) => countDisputes(db, platformId, filter)),
  })

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List disputes',
        querystring: DisputeListQuery,
        response: { 200: ListedDisputeList, ...guarded(422) },
      },
    },
    async (request) => {
      const { limit, cursor, sort, ...filter } = request.query
      const page = pageFrom({ limit, cursor, sort })
      const { platformId } = actorOf(request)
      const disputes = await listDisputes(writer, platformId, filter as DisputeFilter, page)
      const charges = await chargesBehind(writer, platformId, disputes.rows)
      return presentPage(disputes, (dispute) => {
        const charge = charges.get(dispute.chargeId)
        return {
          ...presentDispute(dispute),
          customerName: charge?.customer.name ?? null,
          paymentMethod: charge?.paymentMethod ?? null,
        }
      })
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'A dispute',
        params: IdParams,
        response: { 200: DisputeWithEvidence, ...guarded(404) },
      },
    },
    async (request) => withEvidence(await disputeOf(actorOf(request), request.params.id)),
  )

  app.post(
    '/:id/resolve',
    {
      config: { access: 'operator' },
      schema: {
        tags,
        summary: 'Record how a dispute ended',
        description: 'Where the provider does not say so itself. One that was lost can still be called won.',
        params: IdParams,
        body: DisputeResolution,
        response: { 200: DisputeWithEvidence, ...guarded(404, 409, 422) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { state, note } = request.body
      const by = actorName(actor)
      const dispute = await disputeOf(actor, request.params.id)
      const closed = await closeDispute(writer, dispute, { state, note, by })
      if (!closed) throw closedAlready(dispute)
      await audit(request, {
        action: 'dispute.resolve',
        target: `dispute/${dispute.id}`,
        detail: { state, note },
      })
      return withEvidence(closed)
    },
  )

  app.post(
    '/:id/evidence',
    {
      config,
      schema: {
        tags,
        summary: 'Add a file as evidence',
        description: `At most ${MOST_EVIDENCE} files, while the dispute is open. They stay private.`,
        params: IdParams,
        body: NewEvidence,
        response: { 201: DisputeEvidence, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { url, name } = request.body
      const dispute = await disputeOf(actor, request.params.id)
      if (!isOpenDispute(dispute.state)) throw closedAlready(dispute)
      const findFile = () => uploadedFor(app, actor.platformId, EVIDENCE_PURPOSE, { url, path: '/url' })
      const key = await findFile()
      const addedBy = actorName(actor)
      const added = await addEvidence(writer, { disputeId: dispute.id, key, name, addedBy }, findFile)
      if (!added) {
        const message = `a dispute has ${MOST_EVIDENCE} files at most`
        throw broken('', 'maxEvidence', message)
      }
      await audit(request, {
        action: 'dispute.evidence',
        target: `dispute/${dispute.id}`,
        detail: { name },
      })
      return reply.code(201).send(presentEvidence(added))
    },
  )

  app.get(
    '/:id/evidence/:evidenceId',
    {
      config,
      schema: {
        tags,
        summary: 'An address that gives the file',
        params: EvidenceParams,
        response: { 200: EvidenceAddress, ...guarded(404) },
      },
    },
    async (request) => {
      const { id, evidenceId } = request.params
      const dispute = await disputeOf(actorOf(request), id)
      return app.storage.signGet((await evidenceOf(dispute, evidenceId)).key)
    },
  )

  app.delete(
    '/:id/evidence/:evidenceId',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a file of the evidence',
        description: 'For good, while the dispute is open.',
        params: EvidenceParams,
        response: { 204: NoContent, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      const { id, evidenceId } = request.params
      const actor = actorOf(request)
      const dispute = await disputeOf(actor, id)
      const evidence = await evidenceOf(dispute, evidenceId)
      const isRemoved = await removeEvidence(writer, evidence, () => removeFile(app.storage, evidence.key))
      if (!isRemoved) throw closedAlready(await disputeOf(actor, id))
      await audit(request, {
        action: 'dispute.evidence.delete',
        target: `dispute/${dispute.id}`,
        detail: { name: evidence.name },
      })
      return reply.code(204).send(null)
    },
  )
}

export default routes
