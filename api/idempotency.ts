/** Idempotency-Key: the first request under a key does the work, every later one gets its answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { deriveKey, type KeyRing } from '../config/keys.ts'
import { open, seal } from '../config/seal.ts'
import type { Queryable } from '../db/client.ts'
import { isNotStorable } from '../db/errors.ts'
import { claimKey, holdKey, letGoOfKey, releaseKey, renameResource, storeAnswer } from '../db/queries/idempotency.ts'
import { defined } from '../domain/defined.ts'
import { actorOf } from './access/actor.ts'
import { sha256 } from './access/api-keys.ts'
import { drawnId, type IdAt, IdSpent, idAfter, idsOf, type Made } from './movement/ids.ts'
import { ApiProblem, problem } from './problem.ts'

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Any unique text: a request repeated with it within 400 days is done once, and answered alike. A refusal (4xx) that began nothing is not kept: the same key may be used again, for the request put right too.',
    }),
  ),
})

export interface Answer {
  status: number
  body: unknown
  headers?: { location?: string; 'idempotency-replayed'?: string }
  /** The body has a secret: it is kept sealed. */
  isSecret?: true
}

/** What the work says about itself, so that a failure is judged rightly. */
export interface Work {
  /** The id of what is made; the same again when the work is taken over after a crash. */
  resourceId: string
  /** A key or a reference names it: a repeat leads to the same id. Without one, a repeat is another. */
  isNamed: boolean
  /** The process that held the key before may have created it and announced it. */
  takenOver: boolean
  /** From here on something may have been made, whatever is thrown. */
  begin(): void
  /** It is certain that nothing is left of it. */
  undo(): void
  /** In the transaction that makes it. @throws ApiProblem 409 when the key was taken over, because this took too long. */
  hold(tx: Queryable): Promise<void>
}

/** Keys that strangers choose stand apart from those of the platform's own clients. */
export interface KeyScope {
  platformId: string
  /** Before each key. */
  name: string
}

interface Repeats {
  makes?: Made | undefined
  sealKey?: KeyRing | undefined
  scope?: KeyScope | undefined
  again?: (first: unknown) => Promise<unknown>
}

export const RETRY_AFTER_SECONDS = 2

/**
 * Writes the one row that everything else hangs on. Work that could not even be written down, because its input can be
 * stored nowhere, or that is refused in the very transaction, has made nothing: nor has an earlier try of the same.
 */
export async function beginWith<T>(work: Pick<Work, 'begin' | 'undo'>, insert: () => Promise<T>): Promise<T> {
  work.begin()
  try {
    return await insert()
  } catch (error) {
    if (isNotStorable(error) || error instanceof ApiProblem) work.undo()
    throw error
  }
}

/**
 * Does the work once per key. Work that fails before it has begun, or was undone, gives its key back; work that fails
 * later keeps it, and the next request under it, or one that comes after a dead holder's lock has gone stale, goes on with the same resource.
 * @param makes what moves money, under an id that every repeat leads to. Other ids are drawn.
 * @param sealKey where the body is a secret that could be guessed from its hash, as a card's few digits could: the hash is sealed.
 * @param scope whose keys they are, on routes without authentication.
 * @param again what a repeat is answered with where the first answer may have become wrong. It gets that answer's body.
 * @throws ApiProblem 409 while the first request is in flight, 422 when the key was used for another request.
 */
export async function oncePerKey(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (work: Work) => Promise<Answer>,
  { makes, sealKey, scope, again }: Repeats = {},
): Promise<FastifyReply> {
  let begun = false
  const setBegun = (value: boolean) => () => {
    begun = value
  }
  const progress = { begin: setBegun(true), undo: setBegun(false) }
  const header = request.headers['idempotency-key']
  const key = typeof header === 'string' ? `${scope?.name ?? ''}${header}` : undefined
  const platformOf = () => scope?.platformId ?? actorOf(request).platformId
  const hash = hashOf(request)
  // The address that asks what became of a buyer's try knows its key only.
  const idAt = makes
    ? idsOf(makes, platformOf(), { key, ...defined({ requestHash: scope ? undefined : hash }) })
    : drawnId
  if (key === undefined) {
    const own = { isNamed: idAt !== drawnId, takenOver: false, ...progress, hold: async () => {} }
    return send(reply, await underUnspentId(idAt, idAt(0), (resourceId) => work({ ...own, resourceId })))
  }

  const db = request.server.database.writer
  const claim = await claimKey(db, {
    platformId: platformOf(),
    key,
    idAt,
    requestHash: sealKey ? seal(hash, sealKey) : hash,
    isSame: (kept) => hashIn(kept, sealKey) === hash,
  })
  if (!claim.claimed) {
    if (!claim.isSame) throw problem('idempotency_key_reused')
    if (!claim.response) throw problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })
    const { status, body: kept, location } = claim.response
    const body = isSealed(kept) ? JSON.parse(open(kept.sealed, sealKeyOf(request))) : kept
    const headers = { 'idempotency-replayed': 'true', ...defined({ location: location ?? undefined }) }
    return send(reply, { status, body: again ? await again(body) : body, headers })
  }

  // The process that held the key before may have begun: giving the key back would let the same request make a second resource.
  begun = claim.takenOver
  const hold = async (tx: Queryable) => {
    if (!(await holdKey(tx, claim.held))) throw problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })
  }
  const rename = async (resourceId: string) => {
    if (!(await renameResource(db, claim.held, resourceId)))
      throw problem('request_in_progress', { retryAfter: RETRY_AFTER_SECONDS })
    progress.undo()
  }
  let answer: Answer
  try {
    const { resourceId: first, takenOver } = claim
    answer = await underUnspentId(
      idAt,
      first,
      (resourceId) => work({ resourceId, isNamed: true, takenOver, ...progress, hold }),
      rename,
    )
  } catch (error) {
    await unlessAway(request, () => (begun ? letGoOfKey : releaseKey)(db, claim.held))
    throw error
  }
  const { status, body, headers, isSecret } = answer
  const kept = isSecret ? ({ sealed: seal(JSON.stringify(body), sealKeyOf(request)) } satisfies Sealed) : body
  await unlessAway(request, () =>
    storeAnswer(db, claim.held, { status, body: kept, location: headers?.location ?? null }),
  )
  return send(reply, answer)
}

/** @param rename before the next id is used. */
async function underUnspentId(
  idAt: IdAt,
  first: string,
  work: (id: string) => Promise<Answer>,
  rename: (id: string) => Promise<void> = async () => {},
): Promise<Answer> {
  for (let id = first; ; ) {
    try {
      return await work(id)
    } catch (error) {
      if (!(error instanceof IdSpent)) throw error
      id = idAfter(idAt, error.id)
      await rename(id)
    }
  }
}

interface Sealed {
  sealed: string
}

const isSealed = (body: unknown): body is Sealed => isMembers(body) && typeof body.sealed === 'string'

const sealKeyOf = ({ server }: FastifyRequest): KeyRing => deriveKey(server.settings.masterKey, 'seal')

/** The database may be away by now: then the lock goes stale by itself, and a repeated request goes on from there. */
async function unlessAway(request: FastifyRequest, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    request.log.warn({ err: error }, 'an idempotency key stays locked until it is stale')
  }
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  reply.code(status).headers(headers)
  if (status >= 400) reply.type('application/problem+json')
  return reply.send(body)
}

/** The key may have been used first where hashes are not sealed, or the other way round. */
function hashIn(kept: string, sealKey: KeyRing | undefined): string {
  return sealKey && kept.includes('.') ? open(kept, sealKey) : kept
}

function hashOf({ method, url, body }: FastifyRequest): string {
  return sha256(`${method} ${url}\n${canonical(body)}`).toString('hex')
}

/**
 * JSON with the members of every object in one order, however the client wrote them; without a card's code, which would be found from
 * the hash by a thousand tries, and must not outlive the first answer.
 */
function canonical(body: unknown): string {
  return JSON.stringify(withoutCode(body), (_, inner: unknown) =>
    isMembers(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

/** A code stands at `/cvv`, or at `/card/cvv`. */
function withoutCode(body: unknown): unknown {
  if (!isMembers(body)) return body
  const { cvv: _, card, ...rest } = body
  return card === undefined ? rest : { ...rest, card: withoutCode(card) }
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
