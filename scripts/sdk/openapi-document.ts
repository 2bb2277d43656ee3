/** The OpenAPI document of what API keys can call, without a database or Temporal: only the routes, which open nothing before they are called. */
import { join } from 'node:path'
import autoload from '@fastify/autoload'
import Fastify from 'fastify'
import swagger from '../../api/plugins/external/swagger.ts'
import { Problem } from '../../api/schemas/problem.ts'
import { readSettings } from '../../config/env.ts'
import { connectDatabase } from '../../db/client.ts'
import { ROOT } from '../support/root.ts'
import type { JsonSchema } from './print-type.ts'

export interface ApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: object }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
  security?: object[]
}

export interface ApiDocument {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
}

/** What people and buyers do in a browser. */
const NOT_FOR_KEYS = ['auth', 'checkout', 'mailbox', 'me', 'playground']

/** That part of what `/openapi.json` answers. */
export async function openApiDocument(): Promise<ApiDocument> {
  const app = Fastify()
  const nowhere = { DATABASE_URL: 'postgres://user@127.0.0.1:1/none', TEMPORAL_ADDRESS: '127.0.0.1:1' }
  const settings = readSettings({ ...nowhere, PUBLIC_URL: 'http://127.0.0.1:3000' })
  app.decorate('settings', settings)
  // Connects at its first query, of which there is none.
  app.decorate('database', connectDatabase(settings))
  await app.register(swagger)
  app.addSchema(Problem)
  await app.register(autoload, {
    dir: join(ROOT, 'api/routes/v1'),
    options: { prefix: '/v1' },
    ignoreFilter: (path) => NOT_FOR_KEYS.some((folder) => path.startsWith(`/${folder}/`)),
  })
  await app.ready()
  return app.swagger() as unknown as ApiDocument
}
