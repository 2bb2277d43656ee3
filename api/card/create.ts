/**
 * `POST /v1/cards`. The card is handed to its provider (or sealed for it) here, in the process that received it. What goes
 * on from here, to the database, to Temporal, to logs, is a sealed token and the last four digits.
 */
import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { type Candidate, loadAccount } from '../../db/queries/account/read.ts'
import { findShownCard, insertCard, type ListedCard } from '../../db/queries/card/read.ts'
import type { CardData } from '../../domain/card.ts'
import { bareCard, brokenCardRules, cardSummary } from '../../domain/card-rules.ts'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { isRefusal, ProviderError } from '../../domain/provider-error.ts'
import { buyersMethods } from '../../domain/provider-operations.ts'
import { type RoutingDecision, type RoutingFacts, withoutRefused } from '../../domain/routing.ts'
import { openConnection } from '../../gateway/connection.ts'
import { drive } from '../../gateway/drive.ts'
import type { Context, Provider } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { rehearsed } from '../account/rehearse.ts'
import { inInstallments } from '../charge/in-installments.ts'
import type { Answer, Work } from '../idempotency.ts'
import { type ApiProblem, problem } from '../problem.ts'
import { receiverCalled } from '../receiver/called.ts'
import { namedReceiver } from '../receiver/named.ts'
import { type Ability, choose } from '../routing/choose.ts'
import type { Card, NewCard } from '../schemas/card.ts'
import { iso } from '../time.ts'

/**
 * 201 with what the card may be known by.
 * @throws ApiProblem 422 when it cannot be a card, 502 with the provider's words when it is refused.
 */
export async function saveCard(
  app: FastifyInstance,
  platformId: string,
  { amount, installments, ...asked }: NewCard,
  work: Work,
): Promise<Answer> {
  // A card is handed to its provider once, and what is asked below may be answered otherwise since.
  const kept = work.takenOver ? await findShownCard(app.database.writer, platformId, work.resourceId) : undefined
  if (kept) return { status: 201, body: presentCard(kept) }
  const { receiverId, providerAccountId } = asked
  const ability = keepingFor(receiverId, undefined)
  const body = {
    ...asked,
    ...(receiverId && (await receiverCalled(app, platformId, { receiverId, providerAccountId, ability }))),
  }
  const occasion = { id: work.resourceId, now: new Date().toISOString() }
  const { keeper } = await keeperOf(app, platformId, body, {
    ...occasion,
    facts: defined({ amount, installments }),
    ability: inInstallments(installments ?? 1),
  })
  const saved = await keepCard(app, { platformId, keeper, body, ...occasion })
  return { status: 201, body: presentCard(saved) }
}

type CardBody = Omit<NewCard, 'amount' | 'installments'>

export interface Keeping {
  platformId: string
  keeper: Candidate
  body: CardBody
  /** The card's. */
  id: string
  now: string
  /** Of a buyer's card: the order that it may pay, and nothing else. */
  checkoutOrderId?: string
}

/** Hands the card to its keeper, or seals it for it. @throws ApiProblem as `saveCard` does. */
export async function keepCard(
  app: FastifyInstance,
  { platformId, keeper, body, id, now, checkoutOrderId }: Keeping,
): Promise<ShownCard> {
  const card = bareCard(body)
  const found = await loadAccount(app.database.writer, platformId, keeper.accountId)
  if (!found) throw problem('no_provider_account')
  const token = await tokenOf(app, found, card, { now, id })
  const sealKey = deriveKey(app.settings.masterKey, 'seal')
  const row = {
    id,
    platformId,
    providerAccountId: keeper.accountId,
    provider: found.account.provider,
    sealedToken: seal(token, sealKey),
    createdAt: now,
    checkoutOrderId: checkoutOrderId ?? null,
    ...cardSummary(card),
  }
  const hasCode = findProvider(row.provider).sealsCards
  await insertCard(app.database.writer, row, hasCode ? seal(card.cvv, sealKey) : undefined)
  return { ...row, hasCode }
}

interface Occasion {
  now: string
  /** The card's. */
  id: string
  /** What is known of its first charge. */
  facts?: Pick<RoutingFacts, 'amount' | 'installments'>
  /** What that charge asks of its account. */
  ability?: Ability
}

/** The account that is going to charge the card, and why that one. */
export interface Kept {
  keeper: Candidate
  decision: RoutingDecision
}

/**
 * The account that would keep the card. Nothing is sent.
 * @throws ApiProblem 422 when it cannot be a card, or no provider account stores cards.
 */
export async function keeperOf(
  app: FastifyInstance,
  platformId: string,
  { providerAccountId, ...body }: CardBody,
  { now, id, facts, ability }: Occasion,
): Promise<Kept> {
  const card = bareCard(body)
  const { expMonth = '', expYear = '' } = body
  const { brand: cardBrand } = cardSummary(card)
  const { candidates, decision } = await choose(app, platformId, {
    ability: keepingFor(card.receiverId, ability),
    askedId: providerAccountId,
    facts: { ...facts, movement: 'charge', paymentMethod: 'CREDIT_CARD', cardBrand },
    seed: id,
  })
  const ready = await rehearsed(
    // A year or a month of another length is what the provider's own words are about.
    { app, platformId, begin: (provider, context) => tokenFlow(provider, { ...card, expMonth, expYear }, context) },
    candidates,
    brokenCardRules(body, now),
  )
  return { keeper: ready[0], decision: alone(withoutRefused(decision, ready)) }
}

/** A card that one account has is charged at no other. */
const alone = ({ ruleId, candidates }: RoutingDecision): RoutingDecision => ({
  ruleId,
  candidates: candidates.map((one) => (one.reason === 'nextInLine' ? { ...one, reason: 'lineIsFull' } : one)),
})

type ShownCard = Omit<ListedCard, 'platformId' | 'sealedToken' | 'lastUsedAt' | 'checkoutOrderId'>

export function presentCard(row: ShownCard): Card {
  const { id, brand, lastDigits, provider, providerAccountId } = row
  return {
    cardId: id,
    brand,
    lastDigits,
    expiresAt: iso(row.expiresAt),
    provider,
    providerAccountId,
    asksForCode: findProvider(provider).sealsCards && !row.hasCode,
    createdAt: iso(row.createdAt),
  }
}

/** What saving a card takes. */
export const KEEPS_CARDS: Ability = {
  obstacle: ({ capabilities }) =>
    buyersMethods(capabilities).includes('CREDIT_CARD') ? undefined : 'methodNotSupported',
  assertSupports: (provider) => provider.assertSupports('CREDIT_CARD'),
}

/** As saving a card, at an account that can save it for the receiver and take its charge as well. */
export function keepingFor(receiverId: string | undefined, charge: Ability | undefined): Ability {
  const acting = namedReceiver(receiverId)
  return {
    obstacle: (provider) => KEEPS_CARDS.obstacle(provider) ?? acting.obstacle(provider) ?? charge?.obstacle(provider),
    ...defined({ missing: charge?.missing }),
    assertSupports: (provider) => {
      KEEPS_CARDS.assertSupports(provider)
      acting.assertSupports(provider)
      charge?.assertSupports(provider)
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof loadAccount>>>

/** What stands for the card at its provider: for many charges where the provider can, else for one. */
async function tokenOf(
  app: FastifyInstance,
  { account, platform }: Found,
  card: CardData,
  occasion: Parameters<typeof openConnection>[3],
): Promise<string> {
  try {
    const connection = await openConnection(app.connections, account, platform, occasion)
    return await drive(connection, tokenFlow(connection.provider, card, connection.context))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw asProblem(error)
  }
}

function* tokenFlow(provider: Provider, card: CardData, context: Context) {
  if (provider.capabilities.operations.includes('buildCardId'))
    return (yield* provider.buildCardId(card, context)).cardId
  return (yield* provider.tokenizeCard(card, context)).cardToken
}

/** A refusal is told in the provider's words; of a failure that has none, the specification's. */
function asProblem(error: ProviderError): ApiProblem | ProviderError {
  const { kind, message, retryAfter } = error
  if (kind === 'NotSupported') return error
  if (isRefusal(kind)) return problem('provider_refused', { detail: message })
  const detail = MESSAGES.errorSavingCard
  return problem('provider_failed', { detail, ...defined({ retryAfter }) })
}
