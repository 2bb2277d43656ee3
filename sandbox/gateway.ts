/** The HTTP side of every fake provider: reads the call, lets faults strike, asks the provider, sends its answer. */
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { fieldsOf, isText, isWebAddress } from './checks.ts'
import type { FaultRule, Faults } from './faults.ts'
import type { History } from './history.ts'
import type { Ledger } from './ledger.ts'
import { booksUnder, type Mixups } from './lies.ts'
import type { Losses } from './losses.ts'
import { type Moves, TOLD_AT } from './moves.ts'
import type { Answer, Books, Call, FakeProvider, Route, Transaction } from './provider.ts'
import { mayBeAbout } from './subject.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it came. */
    text: string
  }
}

export interface Gateway {
  readonly ledger: Ledger
  readonly faults: Faults
  readonly moves: Moves
  readonly booksOf: (provider: FakeProvider) => Books
  readonly history: History
  readonly mixups: Mixups
  readonly losses: Losses
  /** Cuts slow answers short when the sandbox closes. */
  readonly closing: AbortSignal
}

const HTML_PAGE = '<!doctype html><html><head><title>Service</title></head><body><h1>It works!</h1></body></html>'

/** JSON and form bodies; an empty one is no body at all. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('text', '')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.text = String(body)
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('The body is not JSON'), { statusCode: 400 }))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/**
 * Serves each provider by an app of its own, made at its first call: most of them are never called while a sandbox runs.
 * @param furnish what each of the apps has beside its provider's routes.
 */
export function serveProviders(
  app: FastifyInstance,
  providers: readonly FakeProvider[],
  gateway: Gateway,
  furnish: (own: FastifyInstance) => void,
): void {
  const made = new Map<FakeProvider, FastifyInstance>()
  const appOf = (provider: FakeProvider) => {
    const known = made.get(provider)
    if (known) return known
    const own = fastify()
    furnish(own)
    addProvider(own, provider, gateway)
    made.set(provider, own)
    return own
  }
  app.addHook('onRequest', async ({ url, raw }, reply) => {
    const provider = providers.find(
      ({ account: { path } }) => url.startsWith(path) && /^[/?]|^$/.test(url.slice(path.length)),
    )
    if (!provider) return
    reply.hijack()
    const own = appOf(provider)
    await own.ready()
    own.routing(raw, reply.raw)
  })
  app.addHook('onClose', async () => {
    await Promise.all([...made.values()].map((own) => own.close()))
  })
}

function addProvider(app: FastifyInstance, provider: FakeProvider, gateway: Gateway): void {
  const own = gateway.booksOf(provider)
  const plugin = async (scope: FastifyInstance): Promise<void> => {
    scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
      send(reply, provider.refuse(error.statusCode ?? 500, error.message)),
    )
    scope.setNotFoundHandler((_request, reply) => send(reply, provider.refuse(404, 'Not Found')))
    for (const route of provider.routes) {
      scope.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => {
          const books = toldAt(request.headers['x-test-webhook'], own)
          return serve({ provider, route, books, gateway, request, reply })
        },
      })
    }
  }
  app.register(plugin, { prefix: provider.account.path })
}

/**
 * No provider has such a header: many clients of test mode have one account here, and each says where it is told of what it makes, also
 * where the real provider has the address registered once.
 */
function toldAt(url: unknown, books: Books): Books {
  if (!isWebAddress(url)) return books
  return {
    ...books,
    create: (wish) => books.create({ ...wish, webhookUrl: url }),
    withdraw: (wish) => {
      const withdrawal = books.withdraw(wish)
      books.remember(TOLD_AT, withdrawal.id, url)
      return withdrawal
    },
  }
}

interface Serving {
  provider: FakeProvider
  route: Route
  books: Books
  gateway: Gateway
  request: FastifyRequest
  reply: FastifyReply
}

async function serve(serving: Serving): Promise<FastifyReply> {
  const { provider, route, books, gateway, request, reply } = serving
  const call = toCall(request)
  const code = provider.account.provider
  if (route.reference) {
    const reference = route.reference(fieldsOf(call.body), call)
    gateway.ledger.countMoneyRequest(code, isText(reference) ? reference : '')
  }
  gateway.losses.look(code, call)
  const fault = gateway.faults.onAnswer(code, route.operation, {
    isAbout: (amount) => mayBeAbout(amount, call, route, books),
    says: (text) => JSON.stringify([call.params, call.query, call.body]).includes(text),
  })
  const early = fault && beforeCommit(fault, serving)
  if (fault && early) {
    gateway.losses.note(fault, route, call)
    return early
  }
  const seen = fault ? booksUnder(fault, books, gateway.history) : books
  const answer = (route.open ? null : provider.authorize(call, books)) ?? route.handle(call, seen)
  if (route.operation === 'createReceiver' && answer.status < 300) gateway.history.noteReceiver(code, call.body)
  if (answer.created) await payBeforeAnswer(serving, answer.created)
  if (answer.changed) gateway.moves.resend(provider, books, books.find(answer.changed.id) ?? answer.changed)
  const others = gateway.mixups.answerOfAnother(code, route, call)
  gateway.mixups.note(code, route, call, answer)
  if (fault) noteLoss(fault, serving, call, answer)
  return fault
    ? afterCommit(fault, fault.fault === 'otherMovement' ? (others ?? answer) : answer, serving)
    : send(reply, answer)
}

/** One that is slow is lost once the client waits no longer. */
function noteLoss(fault: FaultRule, { gateway, route, reply }: Serving, call: Call, answer: Answer): void {
  const note = () => gateway.losses.note(fault, route, call, answer)
  if (fault.fault === 'slow') reply.raw.once('close', () => reply.raw.writableFinished || note())
  else note()
}

function beforeCommit(fault: FaultRule, { provider, reply }: Serving): FastifyReply | undefined {
  switch (fault.fault) {
    case 'dropBeforeCommit':
      return drop(reply)
    case 'serverError':
      return send(reply, provider.refuse(500, 'Internal Server Error'))
    case 'rateLimited':
      return send(reply.header('retry-after', fault.retryAfterSeconds), provider.refuse(429, 'Too Many Requests'))
    default:
      return undefined
  }
}

async function afterCommit(
  fault: FaultRule,
  answer: Answer,
  { provider, gateway, reply }: Serving,
): Promise<FastifyReply> {
  switch (fault.fault) {
    case 'commitThenDrop':
      return drop(reply)
    case 'serverErrorAfterCommit':
      return send(reply, provider.refuse(500, 'Internal Server Error'))
    case 'slow':
      return wait(fault.delayMs, undefined, { signal: gateway.closing }).then(
        () => send(reply, answer),
        () => drop(reply),
      )
    case 'htmlBody':
      return reply.code(200).type('text/html; charset=utf-8').send(HTML_PAGE)
    case 'malformedBody': {
      const text = JSON.stringify(answer.body)
      return reply
        .code(answer.status)
        .type('application/json')
        .send(text.slice(0, Math.ceil(text.length / 2)))
    }
    default:
      return send(reply, answer)
  }
}

/** The buyer is faster than the answer: the notice of the payment arrives before the client knows the transaction's id. */
async function payBeforeAnswer({ provider, books, gateway }: Serving, created: Transaction): Promise<void> {
  if (!gateway.faults.onWebhook(created, 'webhookBeforeResponse')) return
  const moved = gateway.moves.act(provider, books, created.id, 'pay')
  if (moved?.type === 'moved') await moved.posted?.attempted
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.headers) reply.headers(answer.headers)
  return reply.code(answer.status).send(answer.body)
}

function toCall(request: FastifyRequest): Call {
  return {
    headers: request.headers as Record<string, string>,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    body: request.body,
    text: request.text,
  }
}
