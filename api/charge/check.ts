/** What can be said of a charge before anything is made, sent or cancelled for it. */
import type { FastifyInstance } from 'fastify'
import type { Candidate } from '../../db/queries/account/read.ts'
import { brokenChargeRules } from '../../domain/charge-rules.ts'
import { defined } from '../../domain/defined.ts'
import type { Cents } from '../../domain/money.ts'
import { problem, unavailable } from '../problem.ts'
import { foresee } from '../routing/choose.ts'
import type { NewCharge } from '../schemas/charge.ts'
import { assertOffer } from '../selling/check.ts'
import { finalValueOf } from './installments.ts'
import { chargeWish } from './wish.ts'

export interface Intended {
  platformId: string
  chargeId: string
  /** Without its card, which is named by then. */
  body: NewCharge
  /** What the buyer was shown that it comes to. */
  total: number | undefined
}

/** @throws ApiProblem 422 for what no provider has to be asked about. */
export async function assertRules(app: FastifyInstance, platformId: string, body: NewCharge): Promise<void> {
  const errors = brokenChargeRules(body)
  if (errors.length > 0) throw problem('rule_broken', { errors })
  await assertOffer(app.database.writer, platformId, body)
}

/** @throws ApiProblem 409 when the buyer was shown another sum. */
export function assertTotal(total: number | undefined, finalValue: Cents): void {
  if (total !== undefined && total !== finalValue) throw problem('conflict', { detail: 'It costs another sum by now' })
}

/**
 * Asks all that `createCharge` asks before it writes anything.
 * @param keeper the account that is going to charge the card.
 * @throws ApiProblem 409, 422 and 503 as `createCharge` would.
 */
export async function assertChargeable(
  app: FastifyInstance,
  { platformId, chargeId, body, total }: Intended,
  keeper?: Candidate,
): Promise<void> {
  await assertRules(app, platformId, body)
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  await foresee(
    app,
    platformId,
    chargeWish({ ...body, ...defined({ providerAccountId: keeper?.accountId }) }, chargeId),
  )
  assertTotal(total, await finalValueOf(app.database.writer, platformId, body, keeper?.provider))
}
