/** The HTTP API, built from what it stands on, so that tests can build it too and use `inject`. */
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Client } from '@temporalio/client'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Settings } from '../config/env.ts'
import type { DatabasePool } from '../db/client.ts'
import { processLogger } from '../telemetry/logger.ts'
import { tracing } from '../telemetry/tracing.ts'
import { HEALTH_WAIT_MS } from './health.ts'
import { type Limits, limitsOf } from './limits.ts'
import { DECISION_WAITS, type DecisionWaits } from './movement/decide.ts'
import { withoutModePath } from './plugins/app/test-mode.ts'
import { problemDocument } from './problem.ts'
import { createStandings, type Standings } from './routing/standing.ts'
import { buildSerializer } from './serialization.ts'
import { STOPPING } from './stopping.ts'
import { answerUnreadable } from './unreadable-request.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const BODY_LIMIT = 256 * 1024
/** For a whole request to arrive; its head has Node's own minute. */
const REQUEST_TIMEOUT_MS = 300_000

export interface AppDependencies {
  settings: Settings
  database: DatabasePool
  temporal: Client
  logger?: FastifyBaseLogger
  /** How long `POST /v1/charges` waits for the provider before it answers 202. Milliseconds. */
  creationWaitMs?: number
  /** How long the database and Temporal may take to answer before they count as down. Milliseconds. */
  healthWaitMs?: number
  decisionWaits?: DecisionWaits
  /** The built web UI. */
  webRoot?: string
  limits?: Partial<Limits>
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings
    database: DatabasePool
    temporal: Client
    creationWaitMs: number
    healthWaitMs: number
    decisionWaits: DecisionWaits
    webRoot: string
    /** Whether spans are made: docs/operations.md, "Traces". */
    isTraced: boolean
    limits: Limits
    standings: Standings
  }
}

/** The caller closes `database` and `temporal` after the app. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { settings, database, temporal } = dependencies
  const app = Fastify({
    loggerInstance: dependencies.logger ?? processLogger('api', settings),
    // plugins/app/metrics.ts writes one line per answer, without the address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    bodyLimit: BODY_LIMIT,
    // Far more than it takes: a machine that is busy when the product starts is no error.
    pluginTimeout: 60_000,
    trustProxy: trusted(settings.trustProxy),
    rewriteUrl: withoutModePath,
    routerOptions: { maxParamLength: 500 },
    // Said below, as a problem.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: answerUnreadable,
    schemaController: { compilersFactory: { buildSerializer } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('settings', settings)
  app.decorate('database', database)
  app.decorate('temporal', temporal)
  app.decorate('creationWaitMs', dependencies.creationWaitMs ?? 10_000)
  app.decorate('healthWaitMs', dependencies.healthWaitMs ?? HEALTH_WAIT_MS)
  app.decorate('decisionWaits', dependencies.decisionWaits ?? DECISION_WAITS)
  app.decorate('webRoot', dependencies.webRoot ?? folder('../web/dist'))
  app.decorate('isTraced', tracing() !== undefined)
  app.decorate('standings', createStandings())
  app.decorate('limits', { ...limitsOf(settings), ...dependencies.limits })
  // A form could be posted from another site; our own clients speak JSON.
  app.removeContentTypeParser('text/plain')

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // On a connection that was open: Fastify ends it after this answer.
    if (isClosing) return answerStopping(request.id, reply)
  })

  await app.register(autoload, { dir: folder('./plugins/external') })
  await app.register(autoload, { dir: folder('./plugins/app') })
  await app.register(autoload, { dir: folder('./routes') })
  await app.ready()
  return app as unknown as FastifyInstance
}

/** An orderly stop is no failure, so it is not logged as one. */
function answerStopping(requestId: string, reply: FastifyReply): FastifyReply {
  reply.code(503).header('retry-after', STOPPING.retryAfter).type('application/problem+json')
  return reply.send(problemDocument('unavailable', requestId, STOPPING))
}

/** One like "%zz" reaches no route and no error handler: it leads nowhere. */
function answerUnreadableAddress(_error: Error, { id }: { id: string }, reply: unknown): void {
  const answer = (reply as FastifyReply).code(404).header('x-request-id', id).type('application/problem+json')
  answer.send(problemDocument('not_found', id))
}

/** A number counts hops, the nearest first. */
function trusted(proxies: Settings['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
