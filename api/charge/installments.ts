/** What a charge by card comes to in its number of installments: decided by the platform's table, as it is offered. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import { findPlatform, type PlatformRow } from '../../db/queries/access/platforms.ts'
import { findCard } from '../../db/queries/card/read.ts'
import { defined } from '../../domain/defined.ts'
import {
  type InstallmentOption,
  type InstallmentTable,
  installmentOption,
  installmentOptions,
  mostInstallments,
} from '../../domain/installments.ts'
import { type Cents, cents } from '../../domain/money.ts'
import { type RoutingDecision, takenBy } from '../../domain/routing.ts'
import type { Provider } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { KEEPS_CARDS, keepingFor } from '../card/create.ts'
import { broken, notFound } from '../problem.ts'
import { decideEach, foresee, type Wish } from '../routing/choose.ts'
import type { NewCharge } from '../schemas/charge.ts'
import type { InstallmentQuery } from '../schemas/installment.ts'
import { brokenInstallments, inInstallments, mostAt } from './in-installments.ts'

/**
 * What a buyer may choose from: what the platform's table has a price for, and the provider of the card or account charges. Without either it is
 * what an account charges that would save the card for it, unless the question gives limits of its own.
 * @throws ApiProblem 422 for an account or a card that the platform does not have.
 */
export async function offeredInstallments(
  app: FastifyInstance,
  platformId: string,
  { amount, numberOfInstallments, ...asked }: InstallmentQuery,
): Promise<InstallmentOption[]> {
  const platform = await findPlatform(app.database.writer, platformId)
  if (!platform) throw notFound()
  const own = installmentTable(platform)
  const table = {
    fees: own.fees,
    maxInstallmentsWithoutInterest: asked.maxInstallmentsWithoutInterest ?? own.maxInstallmentsWithoutInterest,
    minInstallmentValue: cents(asked.minInstallmentValue ?? own.minInstallmentValue),
  }
  const options = installmentOptions({
    ...table,
    amount: cents(amount),
    numberOfInstallments: numberOfInstallments ?? mostInstallments(table),
  })
  const isOwnQuestion = asked.maxInstallmentsWithoutInterest !== undefined || asked.minInstallmentValue !== undefined
  const isAboutOne = asked.cardId !== undefined || asked.providerAccountId !== undefined
  if (isAboutOne) {
    const most = mostAt(await providerOf(app, platformId, asked))
    return options.filter(({ installmentNumber }) => installmentNumber <= most)
  }
  return isOwnQuestion ? options : (await chargeable(app, platformId, amount, options)).options
}

/**
 * What a buyer with a new card may choose from, and the providers that would charge it.
 * @param most installments, whatever the table has.
 */
export async function offeredToBuyers(
  app: FastifyInstance,
  platform: PlatformRow,
  amount: number,
  most: number,
): Promise<Chargeable> {
  const table = installmentTable(platform)
  const numberOfInstallments = Math.min(mostInstallments(table), most)
  const options = installmentOptions({ ...table, amount: cents(amount), numberOfInstallments })
  return chargeable(app, platform.id, amount, options)
}

interface Chargeable {
  options: InstallmentOption[]
  providers: string[]
}

async function providerOf(
  app: FastifyInstance,
  platformId: string,
  { cardId, providerAccountId }: Pick<InstallmentQuery, 'cardId' | 'providerAccountId'>,
): Promise<Provider> {
  if (cardId !== undefined) {
    const card = await findCard(app.database.writer, platformId, cardId)
    if (card) return findProvider(card.provider)
    throw broken('/cardId', 'card', 'is no saved card')
  }
  const asked = { ability: KEEPS_CARDS, askedId: providerAccountId, seed: platformId }
  return findProvider((await foresee(app, platformId, asked)).candidates[0].provider)
}

/**
 * Those for which routing finds an account, whatever the card's brand, which is not known yet; all of them while the platform has no account
 * that keeps cards.
 */
async function chargeable(
  app: FastifyInstance,
  platformId: string,
  amount: number,
  options: readonly InstallmentOption[],
): Promise<Chargeable> {
  const wishFor = (installments: number, cardBrand: string | undefined): Wish => ({
    ability: keepingFor(undefined, inInstallments(installments)),
    facts: { movement: 'charge', paymentMethod: 'CREDIT_CARD', amount, installments, ...defined({ cardBrand }) },
    seed: platformId,
  })
  // At once is how a card is charged at all.
  const each = (brands: readonly string[]) =>
    options.flatMap(({ installmentNumber }) =>
      [undefined, ...(installmentNumber === 1 ? [] : brands)].map((brand) => ({ installmentNumber, brand })),
    )
  let asked: ReturnType<typeof each> = []
  const [keeps, ...decisions] = await decideEach(app, platformId, (brands) => {
    asked = each(brands)
    return [
      { ability: KEEPS_CARDS, seed: platformId },
      ...asked.map(({ installmentNumber, brand }) => wishFor(installmentNumber, brand)),
    ]
  })
  if (!takerOf(keeps)) return { options: [...options], providers: [] }
  const takers = asked.map((one, index) => ({ ...one, provider: takerOf(decisions[index]) }))
  const refused = new Set(takers.filter(({ provider }) => !provider).map((one) => one.installmentNumber))
  const offered = takers.filter(({ installmentNumber }) => !refused.has(installmentNumber))
  return {
    options: options.filter(({ installmentNumber }) => !refused.has(installmentNumber)),
    providers: [...new Set(offered.flatMap(({ provider }) => provider ?? []))],
  }
}

const takerOf = (decision: RoutingDecision | undefined): string | undefined => decision && takenBy(decision)?.provider

function installmentTable(platform: PlatformRow): InstallmentTable {
  return {
    fees: platform.installmentFees,
    maxInstallmentsWithoutInterest: platform.maxInstallmentsWithoutInterest,
    minInstallmentValue: cents(platform.minInstallmentValue),
  }
}

/**
 * What the buyer pays in all.
 * @throws ApiProblem 422 when the platform does not offer so many installments.
 */
export async function finalValueOf(
  db: Database,
  platformId: string,
  { paymentMethod, amount, installments = 1 }: NewCharge,
): Promise<Cents> {
  if (paymentMethod !== 'CREDIT_CARD') return cents(amount)
  const platform = await findPlatform(db, platformId)
  const option = platform && installmentOption(installmentTable(platform), cents(amount), installments)
  if (!option)
    throw brokenInstallments('This number of installments is not offered for this amount: see GET /v1/installments')
  return option.finalValue
}
