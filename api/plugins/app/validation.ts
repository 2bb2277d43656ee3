import fp from 'fastify-plugin'
import type { TObject } from 'typebox'
import { queryOf, validatorCompiler } from '../../validation.ts'

export default fp(async (app) => {
  app.setValidatorCompiler(validatorCompiler)
  // A filter that is misspelt would be none, and let everything through.
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/v1/')) return
    route.schema = { ...route.schema, querystring: queryOf(route.schema?.querystring as TObject | undefined) }
  })
})
