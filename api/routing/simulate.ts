/** `POST /v1/routing-rules/simulate`. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { defined } from '../../domain/defined.ts'
import { cardOf } from '../charge/card-of.ts'
import { receiverOf } from '../charge/receiver-of.ts'
import { splitsOf } from '../charge/splits-of.ts'
import { chargeWish } from '../charge/wish.ts'
import { withdrawalWish } from '../disbursement/wish.ts'
import { broken } from '../problem.ts'
import type { RoutingDecision, SimulatedMovement } from '../schemas/routing-rule.ts'
import { decide, type Wish } from './choose.ts'
import { presentDecision } from './present.ts'

/**
 * Each time as a new movement: a split is drawn anew.
 * @throws ApiProblem 422 for an account, card or receiver that is not there, and for a method that the movement does not have.
 */
export async function simulate(
  app: FastifyInstance,
  platformId: string,
  { movement = 'charge', ...body }: SimulatedMovement,
): Promise<RoutingDecision> {
  const wish = movement === 'charge' ? await wishOfCharge(app, platformId, body) : wishOfWithdrawal(body)
  return presentDecision(await decide(app, platformId, wish))
}

function wishOfWithdrawal({ paymentMethod, amount, providerAccountId }: SimulatedMovement): Wish {
  if (paymentMethod === 'CREDIT_CARD' || paymentMethod === 'BILLET') throw noMethodOf('a withdrawal')
  return withdrawalWish({ paymentMethod, amount, providerAccountId }, randomUUID())
}

async function wishOfCharge(app: FastifyInstance, platformId: string, body: SimulatedMovement): Promise<Wish> {
  const { cardBrand, customer = {}, paymentMethod, ...rest } = body
  if (paymentMethod === 'BANK_ACCOUNT') throw noMethodOf('a charge')
  const charge = { ...rest, paymentMethod }
  const receiver = await receiverOf(app, platformId, charge)
  const asked = receiver?.providerAccountId ?? charge.providerAccountId
  const card = await cardOf(app.database.writer, platformId, { ...charge, ...defined({ providerAccountId: asked }) })
  const named = card?.providerAccountId ?? asked
  const split = await splitsOf(app, platformId, { ...charge, ...defined({ providerAccountId: named }) })
  const draft = {
    ...charge,
    customer,
    ...defined({
      providerAccountId: split?.providerAccountId ?? named,
      cardBrand: card?.brand ?? cardBrand?.toUpperCase(),
    }),
  }
  return chargeWish(draft, randomUUID())
}

const noMethodOf = (what: string) => broken('/paymentMethod', 'method', `is no method of ${what}`)
