/** Which provider accounts may do something, in which order, and why. */
import type { FastifyInstance } from 'fastify'
import type { Candidate } from '../../db/queries/account/read.ts'
import { type RoutingSnapshot, routingSnapshot } from '../../db/queries/routing/snapshot.ts'
import { defined } from '../../domain/defined.ts'
import { inModeOf } from '../../domain/mode.ts'
import { lineOf, type Obstacle, type RoutingDecision, type RoutingFacts, route } from '../../domain/routing.ts'
import type { Provider } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { sealedByUs, unreadable } from '../account/unreadable.ts'
import { problem } from '../problem.ts'
import type { Standing } from './standing.ts'

export interface Ability {
  /** Why a provider cannot. */
  obstacle(provider: Provider): Obstacle | undefined
  /** What this provider needs and the request does not say, as fields of the request; all of them at once. */
  missing?(provider: Provider): readonly string[]
  /** Throws the provider's own words when it does not. */
  assertSupports(provider: Provider): void
}

export interface Wish {
  ability: Ability
  /** The account that the request names, which is then the only one. */
  askedId?: string | undefined
  /** What rules look at; without them no rule decides. */
  facts?: RoutingFacts
  /** The movement's id: what is left to chance is drawn from it. */
  seed: string
}

export interface Choice {
  candidates: readonly [Candidate, ...Candidate[]]
  decision: RoutingDecision
  /** The first of them is going to be asked now. */
  announce(): void
}

/**
 * The account that was asked for, or those that routing puts in line.
 * @throws ApiProblem 422 when there is none, or something is missing; ProviderError with the provider's own words when it lacks the ability.
 */
export async function choose(app: FastifyInstance, platformId: string, wish: Wish): Promise<Choice> {
  const choice = await foresee(app, platformId, wish)
  choice.announce()
  return choice
}

/**
 * As `choose`, for a caller that may not use the choice: `announce` says that the account is asked.
 * @throws as `choose` does.
 */
export async function foresee(app: FastifyInstance, platformId: string, wish: Wish): Promise<Choice> {
  const { decision, standing } = await judge(app, platformId, wish)
  const [first, ...others] = lineOf(decision)
  if (!first) throw whyNobody(decision, wish.ability)
  return { candidates: [first, ...others], decision, announce: () => standing?.probe(first.accountId) }
}

/**
 * What would be decided now. No account is asked, and none is in line if none can take it.
 * @throws ApiProblem 422 for an account that is not there, or cannot.
 */
export async function decide(app: FastifyInstance, platformId: string, wish: Wish): Promise<RoutingDecision> {
  return (await judge(app, platformId, wish)).decision
}

/**
 * As `decide` would now, for each of them.
 * @param wishesFor is told which brands of cards the rules tell apart.
 * @throws as `decide` does.
 */
export async function decideEach(
  app: FastifyInstance,
  platformId: string,
  wishesFor: (cardBrands: readonly string[]) => readonly Wish[],
): Promise<RoutingDecision[]> {
  const snapshot = await routingSnapshot(app.database.writer, platformId)
  const brands = new Set(snapshot.rules.flatMap(({ enabled, when }) => (enabled ? (when.cardBrands ?? []) : [])))
  const judged = await Promise.all(wishesFor([...brands]).map((wish) => judge(app, platformId, wish, snapshot)))
  return judged.map(({ decision }) => decision)
}

async function judge(
  app: FastifyInstance,
  platformId: string,
  { ability, askedId, facts, seed }: Wish,
  snapshot?: RoutingSnapshot,
): Promise<{ decision: RoutingDecision; standing?: Standing | undefined }> {
  const db = app.database.writer
  const { accounts: all, rules } = snapshot ?? (await routingSnapshot(db, platformId))
  const living = inModeOf(platformId, all)
  const isReadable = sealedByUs(app)
  if (askedId !== undefined) {
    const asked = living.find(({ accountId, enabled }) => accountId === askedId && enabled)
    if (!asked) {
      const message = 'is no enabled provider account of this platform'
      throw problem('no_provider_account', { errors: [{ path: '/providerAccountId', rule: 'account', message }] })
    }
    if (!isReadable(asked)) throw unreadable()
    const { accountId, provider } = asked
    ability.assertSupports(findProvider(provider))
    assertNothingMissing(provider, ability)
    return { decision: { ruleId: null, candidates: [{ accountId, provider, taken: true, reason: 'asked' }] } }
  }
  const obstacleOf = (account: (typeof living)[number]) => {
    if (!account.enabled) return 'disabled'
    return isReadable(account) ? ability.obstacle(findProvider(account.provider)) : 'secretsUnreadable'
  }
  const accounts = living.map((account) => ({
    accountId: account.accountId,
    provider: account.provider,
    ...defined({ obstacle: obstacleOf(account) }),
  }))
  const able = accounts.filter(({ obstacle }) => !obstacle).map(({ accountId }) => accountId)
  const isRated = rules.some(({ enabled, strategy }) => enabled && strategy === 'successRate')
  const standing =
    able.length > 1 ? await app.standings.of(db, platformId, able, isRated ? facts : undefined) : undefined
  const decision = route({
    facts: facts ?? { movement: 'charge' },
    rules: facts ? rules : [],
    accounts: accounts.map((account) => ({
      ...account,
      breaker: standing?.breaker(account.accountId) ?? 'closed',
      ...defined({ tries: standing?.tries(account.accountId) }),
    })),
    seed,
  })
  return { decision, standing }
}

function whyNobody({ ruleId, candidates }: RoutingDecision, ability: Ability): Error {
  const thoughtOf = candidates.filter(({ reason }) => reason !== 'notInRule' && reason !== 'disabled')
  const first = thoughtOf.find(({ reason }) => reason === 'tooManyInstallments') ?? thoughtOf[0]
  if (!first) {
    const detail = ruleId
      ? 'No account that the routing rule names is enabled'
      : 'This platform has no enabled provider account'
    return problem('no_provider_account', { detail })
  }
  const nearly = thoughtOf.find(({ reason }) => reason === 'missingFields')
  if (nearly) assertNothingMissing(nearly.provider, ability)
  if (first.reason === 'secretsUnreadable') throw unreadable()
  ability.assertSupports(findProvider(first.provider))
  return problem('method_not_supported')
}

/** @throws ApiProblem 422 that names every field which the provider needs and the request lacks. */
function assertNothingMissing(code: string, { missing = () => [] }: Ability): void {
  const provider = findProvider(code)
  const fields = missing(provider)
  if (fields.length === 0) return
  const message = `is required by ${provider.name}`
  throw problem('rule_broken', {
    detail: `${provider.name} needs ${fields.join(', ')}`,
    errors: fields.map((field) => ({ path: `/${field.replaceAll('.', '/')}`, rule: 'required', message })),
  })
}
