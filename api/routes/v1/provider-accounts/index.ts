import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import {
  changeProviderAccount,
  deleteProviderAccount,
  findProviderAccount,
  insertProviderAccount,
  listProviderAccounts,
  MOST_ACCOUNTS,
  MOST_ACCOUNTS_EVER,
  type ProviderAccountRow,
} from '../../../../db/queries/account/read.ts'
import { defined } from '../../../../domain/defined.ts'
import { includesRole } from '../../../../domain/role.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { changedColumns } from '../../../account/change.ts'
import { newAccountRow } from '../../../account/create.ts'
import { hidden, presentAccount, shownAddress } from '../../../account/present.ts'
import { testedAccount } from '../../../account/test.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { broken, notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import {
  NewProviderAccount,
  ProviderAccount,
  ProviderAccountChange,
  ProviderAccountList,
  ProviderAccountListQuery,
} from '../../../schemas/provider-account.ts'
import { assertUsableBaseUrl } from '../../../usable-url.ts'
import health from './health.ts'
import webhookUrl from './webhook-url.ts'

const tags = ['Providers']
const reading = { access: 'seller' } as const
const config = { access: 'admin' } as const
const AT_MOST = `A platform has ${MOST_ACCOUNTS} accounts at most, and ${MOST_ACCOUNTS_EVER} with those that were removed`

const routes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(health)
  await app.register(webhookUrl)
  const { database, settings } = app
  const presentFor = (request: FastifyRequest) => {
    const isAdmin = includesRole(actorOf(request).role, 'admin')
    const webhookUrl = isAdmin ? shownAddress(settings, request.log) : hidden
    return (row: ProviderAccountRow) => presentAccount(row, webhookUrl)
  }

  app.get(
    '',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List accounts at providers',
        querystring: ProviderAccountListQuery,
        response: { 200: ProviderAccountList, ...guarded() },
      },
    },
    async (request) => {
      const { provider } = request.query
      const page = pageFrom(request.query)
      const filter = defined({ provider })
      const rows = await listProviderAccounts(database.writer, actorOf(request).platformId, filter, page)
      return presentPage(rows, presentFor(request))
    },
  )

  app.get(
    '/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'An account',
        params: IdParams,
        response: { 200: ProviderAccount, ...guarded(404) },
      },
    },
    async (request) => {
      const row = await findProviderAccount(database.writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentFor(request)(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Connect an account',
        description: `Secrets are sealed and never come back. Register the answer’s \`webhookUrl\` at the provider. ${AT_MOST}.`,
        body: NewProviderAccount,
        response: { 201: ProviderAccount, ...guarded(422) },
      },
    },
    async (request, reply) => {
      const row = await insertProviderAccount(
        database.writer,
        await newAccountRow(app, actorOf(request).platformId, request.body),
      )
      if (!row) throw broken('', 'maxAccounts', AT_MOST)
      await audit(request, {
        action: 'providerAccount.create',
        target: `provider-account/${row.id}`,
        detail: { provider: row.provider },
      })
      return reply.code(201).header('location', `/v1/provider-accounts/${row.id}`).send(presentFor(request)(row))
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change an account',
        description:
          'Another address asks for the secrets again: what was given for one is never sent to another. An account with saved cards, or with receivers that have keys of their own, keeps its address. After keys or an address that may be another merchant’s, what is unanswered at the account is still looked for, but neither sent again nor taken for absent: an operator is asked. One whose keys were refused in its `lastTest` is not enabled (409) until they are accepted or changed; nor is one whose provider was `notAsked` (rule `platformSetting`), until the platform’s setting that its `lastTest` names is changed or a test reaches the provider.',
        params: IdParams,
        body: ProviderAccountChange,
        response: { 200: ProviderAccount, ...guarded(404, 409, 422) },
      },
    },
    async (request) => {
      const { body } = request
      if (body.baseUrl) await assertUsableBaseUrl(settings, body.baseUrl)
      const row = await changeProviderAccount(
        database.writer,
        actorOf(request).platformId,
        request.params.id,
        (current, holds) => changedColumns(settings, current, body, holds),
      )
      if (!row) throw notFound()
      await audit(request, {
        action: 'providerAccount.change',
        target: `provider-account/${row.id}`,
        detail: { changed: Object.keys(body).filter((name) => name !== 'provider') },
      })
      return presentFor(request)(row)
    },
  )

  app.post(
    '/:id/test',
    {
      config,
      schema: {
        tags,
        summary: "Ask whether the provider takes an account's keys",
        description:
          'Nothing is created and no money moves. The answer is kept as `lastTest` until the keys or the address change, or the platform’s `setting` for which the provider was not asked.',
        params: IdParams,
        response: { 200: ProviderAccount, ...guarded(404, 409) },
      },
    },
    async (request) => {
      const row = await testedAccount(app, actorOf(request).platformId, request.params.id)
      await audit(request, {
        action: 'providerAccount.test',
        target: `provider-account/${row.id}`,
        detail: { outcome: row.testOutcome },
      })
      return presentFor(request)(row)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Disconnect an account',
        description: 'It takes no more charges. Webhooks of those it took still arrive.',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await deleteProviderAccount(database.writer, actorOf(request).platformId, id))) throw notFound()
      await audit(request, { action: 'providerAccount.delete', target: `provider-account/${id}` })
      return reply.code(204).send(null)
    },
  )
}

export default routes
