/** All that is asked about a charge before anything is written, sent or cancelled for it. It is asked once. */
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/client.ts'
import type { CardRow } from '../../db/queries/card/read.ts'
import { brokenChargeRules } from '../../domain/charge-rules.ts'
import { defined } from '../../domain/defined.ts'
import type { Cents } from '../../domain/money.ts'
import type { Kept } from '../card/create.ts'
import { oversize } from '../movement-size.ts'
import { problem, unavailable } from '../problem.ts'
import { type Choice, foresee } from '../routing/choose.ts'
import type { NewCharge } from '../schemas/charge.ts'
import { assertOffer } from '../selling/check.ts'
import { assertUsableUrl } from '../usable-url.ts'
import { assertCard, assertCurrency, cardOf } from './card-of.ts'
import { finalValueOf } from './installments.ts'
import { type ChargeReceiver, receiverOf } from './receiver-of.ts'
import { splitsOf } from './splits-of.ts'
import { chargeWish } from './wish.ts'

export interface ChargeRequest {
  platformId: string
  /** Who asks for it. */
  by: string
  body: NewCharge
  requestId: string
  order?: OrderTry
  /** Before anything of what was planned is done. */
  meets?: (plan: ChargePlan) => Promise<void>
}

/** A buyer's order that the charge is a try to pay. */
export interface OrderTry {
  id: string
  /** What the buyer was shown that it comes to. */
  total?: number
  /** Makes room for the charge, in its transaction. @throws ApiProblem when there is none. */
  hold(tx: Queryable): Promise<void>
}

export interface ChargePlan {
  request: ChargeRequest
  chargeId: string
  choice: Choice
  /** What the buyer pays. */
  finalValue: Cents
  receiver: ChargeReceiver | undefined
  /** Undefined for a charge without one, and until a card that is yet to be saved has been. */
  card: Pick<CardRow, 'id' | 'brand' | 'lastDigits'> | undefined
}

/**
 * @param kept the account that is going to save the charge's card, which has no name yet, and why that one.
 * @throws ApiProblem 409, 422 and 503 when it cannot be made.
 */
export async function planCharge(
  app: FastifyInstance,
  request: ChargeRequest,
  chargeId: string,
  kept?: Kept,
): Promise<ChargePlan> {
  const { platformId, order } = request
  const keeper = kept?.keeper
  const db = app.database.writer
  const errors = [...brokenChargeRules(request.body), ...oversize(request.body)]
  if (errors.length > 0) throw problem('rule_broken', { errors })
  await assertOffer(db, platformId, request.body)
  if (request.body.webhookUrl !== undefined) await assertUsableUrl(app.settings, request.body.webhookUrl, '/webhookUrl')
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  const receiver = await receiverOf(app, platformId, request.body)
  const asked = keeper?.accountId ?? receiver?.providerAccountId ?? request.body.providerAccountId
  const card = await cardOf(db, platformId, { ...request.body, ...defined({ providerAccountId: asked }) }, order?.id)
  const named = card?.providerAccountId ?? asked
  const split = await splitsOf(app, platformId, { ...request.body, ...defined({ providerAccountId: named }) })
  const body = { ...request.body, ...split }
  const providerAccountId = split?.providerAccountId ?? named
  const draft = { ...body, ...defined({ providerAccountId, cardBrand: card?.brand }) }
  const choice = await foresee(app, platformId, chargeWish(draft, chargeId))
  if (!keeper) assertCard(body, card, choice.candidates[0])
  assertCurrency(body, card)
  const finalValue = await finalValueOf(db, platformId, body)
  if (order?.total !== undefined && order.total !== finalValue) {
    throw problem('conflict', { detail: 'Its price has changed' })
  }
  return {
    request: { ...request, body },
    chargeId,
    choice: { ...choice, ...defined({ decision: kept?.decision }) },
    finalValue,
    receiver,
    card,
  }
}
