/** What a charge by card comes to in its number of installments: decided by the platform's table, as it is offered. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import { findPlatform, type PlatformRow } from '../../db/queries/access/platforms.ts'
import { findCard } from '../../db/queries/card/read.ts'
import {
  type InstallmentOption,
  type InstallmentTable,
  installmentOption,
  installmentOptions,
  mostInstallments,
  mostOf,
} from '../../domain/installments.ts'
import { type Cents, cents } from '../../domain/money.ts'
import { findProvider } from '../../providers/index.ts'
import { KEEPS_CARDS } from '../card/create.ts'
import { type ApiProblem, broken, notFound } from '../problem.ts'
import { decide } from '../routing/choose.ts'
import type { NewCharge } from '../schemas/charge.ts'
import type { InstallmentQuery } from '../schemas/installment.ts'

/**
 * What a buyer may choose from: what the platform's table has a price for, and the provider of the card or account charges. Without either it is
 * the provider that a new card would be saved at, unless the question gives limits of its own.
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
  const isOwnQuestion = asked.maxInstallmentsWithoutInterest !== undefined || asked.minInstallmentValue !== undefined
  const isAboutOne = asked.cardId !== undefined || asked.providerAccountId !== undefined
  const provider = isAboutOne || !isOwnQuestion ? await providerOf(app, platformId, asked) : undefined
  const most = mostAt(provider)
  return installmentOptions({
    ...table,
    amount: cents(amount),
    numberOfInstallments: Math.min(numberOfInstallments ?? mostInstallments(table), most),
  })
}

async function providerOf(
  app: FastifyInstance,
  platformId: string,
  { cardId, providerAccountId }: Pick<InstallmentQuery, 'cardId' | 'providerAccountId'>,
): Promise<string | undefined> {
  if (cardId !== undefined) {
    const card = await findCard(app.database.writer, platformId, cardId)
    if (card) return card.provider
    throw broken('/cardId', 'card', 'is no saved card')
  }
  const { candidates } = await decide(app, platformId, {
    ability: KEEPS_CARDS,
    askedId: providerAccountId,
    facts: { movement: 'charge', paymentMethod: 'CREDIT_CARD' },
    seed: platformId,
  })
  return candidates.find(({ taken }) => taken)?.provider
}

const mostAt = (provider: string | undefined): number =>
  mostOf(provider === undefined ? null : findProvider(provider).maxInstallments)

function installmentTable(platform: PlatformRow): InstallmentTable {
  return {
    fees: platform.installmentFees,
    maxInstallmentsWithoutInterest: platform.maxInstallmentsWithoutInterest,
    minInstallmentValue: cents(platform.minInstallmentValue),
  }
}

/**
 * What the buyer pays in all. `provider` is the one that knows the card.
 * @throws ApiProblem 422 when the platform does not offer so many installments, or the provider has not so many.
 */
export async function finalValueOf(
  db: Database,
  platformId: string,
  { paymentMethod, amount, installments = 1 }: NewCharge,
  provider: string | undefined,
): Promise<Cents> {
  if (paymentMethod !== 'CREDIT_CARD') return cents(amount)
  const platform = await findPlatform(db, platformId)
  const option = platform && installmentOption(installmentTable(platform), cents(amount), installments)
  if (!option)
    throw brokenInstallments('This number of installments is not offered for this amount: see GET /v1/installments')
  const most = mostAt(provider)
  if (installments > most) throw brokenInstallments(`The provider charges cards in at most ${most} installment(s)`)
  return option.finalValue
}

function brokenInstallments(message: string): ApiProblem {
  return broken('/installments', 'installments', message)
}
