/**
 * A new secret in place of one that signs, once per Idempotency-Key: the one before signs for a day, and a repeat that made another
 * would take it from those who still check with it. docs/decisions/0329-a-rotation-is-repeated-under-its-key.md
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../config/env.ts'
import { UnreadableSeal } from '../../config/seal.ts'
import type { Queryable } from '../../db/client.ts'
import type { NextSecret } from '../../db/queries/access/platforms.ts'
import { audit } from '../access/audit.ts'
import { beginWith, oncePerKey, type Work } from '../idempotency.ts'
import { notFound, problem } from '../problem.ts'
import { secretFor, secretOf } from './endpoint.ts'

interface Rotation<Row, Secret extends string> {
  /** Undefined where there is none. @param hold in its transaction, first of all. */
  rotate(next: NextSecret, hold: (tx: Queryable) => Promise<void>): Promise<Row | undefined>
  find(): Promise<Row | undefined>
  /** With the secret that signs now, under this name. */
  show(row: Row): Readonly<Record<Secret, string>>
  secret: Secret
  deed: Parameters<typeof audit>[1]
}

/** Undefined for one that no key of ours opens: another one is then the way out. */
function readSecret(settings: Settings, sealedSecret: string): string | undefined {
  try {
    return secretOf(settings, { sealedSecret })
  } catch (error) {
    if (error instanceof UnreadableSeal) return undefined
    throw error
  }
}

/** @throws ApiProblem 404 where there is nothing to rotate, 409 where it was rotated again since; as `oncePerKey`. */
export function rotateOnce<Row, Secret extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rotate, find, show, secret: name, deed }: Rotation<Row, Secret>,
): Promise<FastifyReply> {
  const { settings } = request.server
  const make = async (work: Work) => {
    const { secret, sealedSecret } = secretFor(settings, work.resourceId)
    // The request that held the key before may have written it.
    const next: NextSecret = (before) => {
      const known = readSecret(settings, before)
      if (known === secret) return undefined
      return { sealed: sealedSecret, sealedPrevious: known === undefined ? null : before }
    }
    const row = await beginWith(work, () => rotate(next, work.hold))
    if (!row) {
      work.undo()
      throw notFound()
    }
    await audit(request, deed)
    return { status: 200, body: show(row), isSecret: true as const }
  }
  // As it is by now. The secret of a later rotation is no answer: it may be the one that is to be replaced now.
  const again = async (first: unknown) => {
    const row = await find()
    if (!row) throw notFound()
    const now = show(row)
    if (now[name] === (first as Record<Secret, string>)[name]) return now
    throw problem('conflict', { detail: 'The secret that was made under this key has been replaced' })
  }
  return oncePerKey(request, reply, make, { again })
}
