/** Where our books and a provider's differ: found in statements, settled by news or by an operator. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listAudit } from '../../../../db/queries/access/audit.ts'
import { accountIdsOf, findProviderAccount } from '../../../../db/queries/account/read.ts'
import { readBeforeTime } from '../../../../db/queries/reading/again.ts'
import { listCandidates } from '../../../../db/queries/reconciliation/candidates.ts'
import { countItems, findItem, listItems, resolveItem } from '../../../../db/queries/reconciliation/items.ts'
import { columnsOf, listStatements } from '../../../../db/queries/reconciliation/statements.ts'
import { listSummaries } from '../../../../db/queries/reconciliation/summaries.ts'
import { isItemOpen } from '../../../../domain/reconciliation.ts'
import { actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { bodyPlaces } from '../../../body-places.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { totalsRoute } from '../../../list-totals.ts'
import { assertShown, changedSince } from '../../../movement/decide.ts'
import { notFound, problem } from '../../../problem.ts'
import { importerOf, MOST_STATEMENTS } from '../../../reconciliation/import.ts'
import {
  presentCandidate,
  presentItem,
  presentRun,
  presentStatement,
  presentSummary,
  runTarget,
} from '../../../reconciliation/present.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { ListQuery, WholeListQuery } from '../../../schemas/list.ts'
import {
  AccountStatementColumns,
  AskedReconciliationRunList,
  ImportedStatement,
  NewReconciliationRun,
  NewStatement,
  ReconciliationCandidateList,
  ReconciliationItem,
  ReconciliationItemList,
  ReconciliationItemQuery,
  ReconciliationResolution,
  ReconciliationResolutionQuery,
  ReconciliationRun,
  ReconciliationSummaryList,
  StatementColumnsQuery,
  StatementList,
} from '../../../schemas/reconciliation.ts'
import { presentWhole } from '../../../whole-list.ts'

const tags = ['Reconciliation']
const config = { access: 'operator' } as const
/** Of one account: half an hour's worth. */
const MOST_READINGS = 20_000
const MOST_BYTES = 20 * 1024 * 1024

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const importUpload = importerOf(app)
  app.addContentTypeParser(
    'multipart/form-data',
    // The form has more than the file in it.
    { parseAs: 'buffer', bodyLimit: MOST_BYTES + 64 * 1024 },
    async (_: unknown, body: Buffer) => body,
  )

  app.get(
    '/items',
    {
      config,
      schema: {
        tags,
        summary: 'List differences',
        querystring: ReconciliationItemQuery,
        response: { 200: ReconciliationItemList, ...guarded() },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query
      const { platformId } = actorOf(request)
      return presentPage(await listItems(writer, platformId, filter, pageFrom({ limit, cursor })), presentItem)
    },
  )

  totalsRoute(app, {
    operationId: 'getReconciliationItemTotals',
    tag: 'Reconciliation',
    summary: 'Count differences',
    query: ReconciliationItemQuery,
    path: '/items/totals',
    by: 'kind',
    ...config,
    count: (platformId, filter) => app.database.read((db) => countItems(db, platformId, filter)),
  })

  app.get(
    '/items/:id',
    {
      config,
      schema: {
        tags,
        summary: 'A difference',
        params: IdParams,
        response: { 200: ReconciliationItem, ...guarded(404) },
      },
    },
    async (request) => {
      const item = await findItem(writer, actorOf(request).platformId, request.params.id)
      if (!item) throw notFound()
      return presentItem(item)
    },
  )

  app.get(
    '/items/:id/candidates',
    {
      config,
      schema: {
        tags,
        summary: 'List what a missing transaction may belong to',
        description:
          'Charges of the last 90 days and withdrawals that were sent by the account of the difference, and have no answer. Say which it is with `POST /v1/operations/:workflowId/resolve`, `created` and the `transactionId`: the difference ends by itself, and the provider is asked what came of it, where it can be asked. Elsewhere it waits for a notice. None for a difference of another kind.',
        params: IdParams,
        querystring: WholeListQuery,
        response: { 200: ReconciliationCandidateList, ...guarded(404) },
      },
    },
    async (request) => {
      const item = await findItem(writer, actorOf(request).platformId, request.params.id)
      if (!item) throw notFound()
      const candidates = (await listCandidates(writer, item)).map(presentCandidate)
      return presentWhole(candidates, request.query, ({ id }) => id)
    },
  )

  app.post(
    '/items/:id/resolve',
    {
      config,
      schema: {
        tags,
        summary: 'Settle a difference by hand',
        description: 'Marks it as seen by an operator, and moves no money. The same difference is not listed again.',
        params: IdParams,
        querystring: ReconciliationResolutionQuery,
        body: ReconciliationResolution,
        response: { 200: ReconciliationItem, ...guarded(404, 409, 422) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { id } = request.params
      const { note } = request.body
      const shown = await findItem(writer, actor.platformId, id)
      if (!shown) throw notFound()
      if (!isItemOpen(shown.state)) throw problem('conflict', { detail: 'It was settled before' })
      assertShown(request.query, [], shown.updatedAt)
      const item = await resolveItem(writer, shown, { note, by: actorName(actor) })
      if (!item) throw changedSince()
      await audit(request, { action: 'reconciliation.resolve', target: `reconciliation/${id}`, detail: { note } })
      return presentItem(item)
    },
  )

  app.post(
    '/run',
    {
      config,
      schema: {
        operationId: 'runReconciliation',
        tags,
        summary: 'Compare with the providers now',
        description:
          'Reads what may still change before its time, at half of the pace at which each account is read, so that new charges keep their turn: at most 20,000 movements of an account, those whose turn would have come first, and none that was read within ten minutes.',
        body: NewReconciliationRun,
        response: { 202: ReconciliationRun, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { platformId } = actorOf(request)
      const { providerAccountId } = request.body
      const accounts = await accountIdsOf(writer, platformId, providerAccountId)
      if (providerAccountId !== undefined && accounts.length === 0) throw notFound()
      const run = await readBeforeTime(writer, accounts, MOST_READINGS)
      const target = runTarget(platformId, providerAccountId)
      await audit(request, { action: 'reconciliation.run', target, detail: { ...run } })
      return reply.code(202).send(run)
    },
  )

  app.get(
    '/runs',
    {
      config,
      schema: {
        operationId: 'listReconciliationRuns',
        tags,
        summary: 'List the comparisons that were asked for',
        querystring: ListQuery,
        response: { 200: AskedReconciliationRunList, ...guarded() },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const asked = { action: 'reconciliation.run' } as const
      return presentPage(await listAudit(writer, platformId, asked, pageFrom(request.query)), presentRun)
    },
  )

  app.get(
    '/summaries',
    {
      config,
      schema: {
        tags,
        summary: 'List daily summaries',
        querystring: ListQuery,
        response: { 200: ReconciliationSummaryList, ...guarded() },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      return presentPage(await listSummaries(writer, platformId, pageFrom(request.query)), presentSummary)
    },
  )

  app.get(
    '/statements',
    {
      config,
      schema: {
        tags,
        summary: 'List imported statements',
        querystring: ListQuery,
        response: { 200: StatementList, ...guarded() },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      return presentPage(await listStatements(writer, platformId, pageFrom(request.query)), presentStatement)
    },
  )

  app.get(
    '/columns',
    {
      config,
      schema: {
        operationId: 'getStatementColumns',
        tags,
        summary: "The columns of an account's statements",
        description: 'As the last statement that was imported for the account had them; null before the first.',
        querystring: StatementColumnsQuery,
        response: { 200: AccountStatementColumns, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const account = await findProviderAccount(writer, platformId, request.query.providerAccountId)
      if (!account) throw notFound()
      return { columns: (await columnsOf(writer, account.id)) ?? null }
    },
  )

  app.post(
    '/statements',
    {
      config: { ...config, form: NewStatement },
      ...bodyPlaces({ total: MOST_STATEMENTS, each: 1, ownerOf: (request) => actorOf(request).homeId }),
      bodyLimit: MOST_BYTES + 64 * 1024,
      schema: {
        operationId: 'importStatement',
        tags,
        summary: 'Import a statement',
        description:
          'A multipart form: `file`, a CSV of at most 20 MB, 100,000 lines and 100 days; `providerAccountId`; `columns`, a JSON object that says which heading is the `transactionId`, `amount`, `fee`, `status` and `date`, kept for the next statement of the account. Separators, decimal commas and encodings are recognised; what can be read in two ways is refused, and so is a file in which more than 5,000 charges of its time are missing. One is imported at a time and platforms take turns; one that has another under way or waiting is answered 429, which says when to try again.',
        consumes: ['multipart/form-data'],
        response: { 201: ImportedStatement, ...guarded(413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { id, name, rows, ignored, matched, items } = await importUpload(request)
      const detail = { name, rows, matched, items }
      await audit(request, { action: 'reconciliation.import', target: `statement/${id}`, detail })
      return reply.code(201).send({ id, rows, ignored, matched, items })
    },
  )
}

export default routes
