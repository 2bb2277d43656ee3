/** Schemas are compiled when they are first used: one that cannot be would be found only by a caller of its route. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

type Answer = object & { content?: Record<string, { schema: object }> }

const INPUTS = ['params', 'querystring', 'headers', 'body'] as const

const routes: RouteOptions[] = []
let api: TestApi
beforeAll(async () => {
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', watch)
  api = await startTestApi()
  unsubscribe('fastify.initialization', watch)
})
afterAll(() => api?.close())

const inEachSchema = (compile: (schema: FastifySchema, route: RouteOptions) => void) => {
  const known = routes.filter(({ schema }) => schema)
  expect(known.length).toBeGreaterThan(200)
  for (const route of known) {
    try {
      compile(route.schema as FastifySchema, route)
    } catch (error) {
      throw new Error(`${route.method} ${route.url}: ${error}`, { cause: error })
    }
  }
}

it('can judge the input of every route', () => {
  inEachSchema((schema) => {
    for (const part of INPUTS) if (schema[part]) Compile(schema[part] as TSchema)
  })
})

it('can write the answers of every route', () => {
  const compile = SerializerSelector()(api.app.getSchemas(), {})
  inEachSchema(({ response = {} }, { method, url }) => {
    for (const [httpStatus, answer] of Object.entries(response as Record<string, Answer>))
      for (const { schema } of answer.content ? Object.values(answer.content) : [{ schema: answer }])
        compile({ schema, method: String(method), url, httpStatus })
  })
})
