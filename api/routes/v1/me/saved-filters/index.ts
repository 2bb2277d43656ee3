/** A user's named filters of lists, at the platform and in the mode that the address names. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import {
  deleteSavedFilter,
  listSavedFilters,
  renameSavedFilter,
  saveFilter,
} from '../../../../../db/queries/access/saved-filters.ts'
import { filtersOf, isFilterOf, LONGEST_SEARCH, MOST_SAVED_FILTERS } from '../../../../../domain/saved-filter.ts'
import { assertSession, personOf } from '../../../../access/own-password.ts'
import { broken, notFound } from '../../../../problem.ts'
import { guarded } from '../../../../responses.ts'
import { IdParams, NoContent } from '../../../../schemas/common.ts'
import { WholeListQuery } from '../../../../schemas/list.ts'
import { NewSavedFilter, SavedFilter, SavedFilterChange, SavedFilterList } from '../../../../schemas/saved-filter.ts'
import { presentWhole } from '../../../../whole-list.ts'

const tags = ['Access']
const config = { access: 'seller' } as const

const ownerOf = (request: FastifyRequest) => {
  const { id: userId, platformId } = personOf(request)
  return { userId, platformId }
}

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        operationId: 'listSavedFilters',
        tags,
        summary: 'List your saved filters',
        querystring: WholeListQuery,
        response: { 200: SavedFilterList, ...guarded(409) },
      },
    },
    async (request) => presentWhole(await listSavedFilters(writer, ownerOf(request)), request.query, ({ id }) => id),
  )

  app.post(
    '',
    {
      config,
      schema: {
        operationId: 'saveFilter',
        tags,
        summary: 'Save a filter of a list',
        description: `For you alone, at this platform. A list has ${MOST_SAVED_FILTERS} at most.`,
        body: NewSavedFilter,
        response: { 201: SavedFilter, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { list, name, search } = request.body
      const query = new URLSearchParams(search)
      const unknown = [...query.keys()].find((key) => !isFilterOf(list, key))
      if (unknown !== undefined || query.size === 0) {
        throw broken('/search', 'savedFilter', `has to have filters of the page of ${list} and nothing else`)
      }
      const kept = filtersOf(list, query)
      if (kept.length > LONGEST_SEARCH) {
        throw broken('/search', 'maxLength', `must NOT have more than ${LONGEST_SEARCH} characters, percent-encoded`)
      }
      const saved = await writer.transaction(async (tx) => {
        await assertSession(tx, personOf(request))
        return saveFilter(tx, ownerOf(request), { list, name: name.trim(), search: kept })
      })
      if (!saved) throw broken('', 'maxSavedFilters', `a list has ${MOST_SAVED_FILTERS} saved filters at most`)
      return reply.code(201).send(saved)
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        operationId: 'renameSavedFilter',
        tags,
        summary: 'Rename one of your saved filters',
        params: IdParams,
        body: SavedFilterChange,
        response: { 200: SavedFilter, ...guarded(404, 409, 422) },
      },
    },
    async (request) => {
      const renamed = await renameSavedFilter(writer, ownerOf(request), request.params.id, request.body.name.trim())
      if (!renamed) throw notFound()
      if (renamed === 'taken') throw broken('/name', 'filterName', 'is the name of another filter of the list')
      return renamed
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        operationId: 'deleteSavedFilter',
        tags,
        summary: 'Delete one of your saved filters',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404, 409) },
      },
    },
    async (request, reply) => {
      if (!(await deleteSavedFilter(writer, ownerOf(request), request.params.id))) throw notFound()
      return reply.code(204).send(null)
    },
  )
}

export default routes
