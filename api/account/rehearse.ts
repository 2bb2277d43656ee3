/**
 * What an adapter refuses by itself, before it sends anything, is known before anything is written down: its operation is
 * begun and dropped at its first request.
 */
import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../config/keys.ts'
import { UnreadableSeal } from '../../config/seal.ts'
import type { Candidate } from '../../db/queries/account/read.ts'
import { loadAccount } from '../../db/queries/account/read.ts'
import { defined } from '../../domain/defined.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { openContext } from '../../gateway/connection.ts'
import type { Context, Provider, Steps } from '../../providers/contract.ts'
import { problem, refusedBy } from '../problem.ts'
import type { ProblemField } from '../schemas/problem.ts'
import { CANNOT_BE_OPENED } from './unreadable.ts'

export interface Rehearsal {
  app: FastifyInstance
  platformId: string
  begin(provider: Provider, context: Context): Steps<unknown>
}

/** The candidates whose adapters would send something, in their order; or why the first one would not. */
export async function rehearse(
  rehearsal: Rehearsal,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[] | ProviderError> {
  const outcomes = await Promise.all(candidates.map((candidate) => refusalOf(rehearsal, candidate)))
  const ready = candidates.filter((_, index) => outcomes[index] === undefined)
  return ready.length > 0 ? ready : (outcomes[0] ?? [])
}

/**
 * @param errors what our own rules say of the request: a provider's own words for it outrank ours.
 * @returns the candidates that are left.
 * @throws ApiProblem 422 when a rule is broken, or when every adapter refuses.
 */
export async function rehearsed(
  rehearsal: Rehearsal,
  candidates: readonly [Candidate, ...Candidate[]],
  errors: ProblemField[],
): Promise<readonly [Candidate, ...Candidate[]]> {
  const ready = await rehearse(rehearsal, candidates)
  const refused = ready instanceof ProviderError
  if (errors.length > 0)
    throw problem('rule_broken', { ...defined({ detail: refused ? ready.message : undefined }), errors })
  if (refused) throw refusedBy(ready)
  const [first, ...others] = ready
  if (!first) throw problem('no_provider_account')
  return [first, ...others]
}

async function refusalOf(
  { app, platformId, begin }: Rehearsal,
  { accountId }: Candidate,
): Promise<ProviderError | undefined> {
  const found = await loadAccount(app.database.writer, platformId, accountId)
  if (!found) throw problem('no_provider_account')
  try {
    const occasion = { now: new Date().toISOString(), id: accountId }
    const sealKey = deriveKey(app.settings.masterKey, 'seal')
    const { provider, context } = openContext(sealKey, found.account, found.platform, occasion)
    begin(provider, context).next()
    return undefined
  } catch (error) {
    if (error instanceof ProviderError) return error
    if (!(error instanceof UnreadableSeal)) throw error
    app.log.error({ err: error, providerAccountId: accountId }, "an account's secrets cannot be opened")
    return new ProviderError('Unauthorized', CANNOT_BE_OPENED)
  }
}
