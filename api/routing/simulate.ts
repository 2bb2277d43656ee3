/** `POST /v1/routing-rules/simulate`. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { defined } from '../../domain/defined.ts'
import { cardOf } from '../charge/card-of.ts'
import { receiverOf } from '../charge/receiver-of.ts'
import { chargeWish } from '../charge/wish.ts'
import type { RoutingDecision, SimulatedCharge } from '../schemas/routing-rule.ts'
import { decide } from './choose.ts'
import { presentDecision } from './present.ts'

/** Each time as a new charge: a split is drawn anew. @throws ApiProblem 422 for an account, card or receiver that is not there. */
export async function simulate(
  app: FastifyInstance,
  platformId: string,
  body: SimulatedCharge,
): Promise<RoutingDecision> {
  const { cardBrand, customer = {}, ...charge } = body
  const receiver = await receiverOf(app, platformId, charge)
  const named = receiver?.providerAccountId ?? charge.providerAccountId
  const card = await cardOf(app.database.writer, platformId, { ...charge, ...defined({ providerAccountId: named }) })
  const draft = {
    ...charge,
    customer,
    ...defined({
      providerAccountId: card?.providerAccountId ?? named,
      cardBrand: card?.brand ?? cardBrand?.toUpperCase(),
    }),
  }
  return presentDecision(await decide(app, platformId, chargeWish(draft, randomUUID())))
}
