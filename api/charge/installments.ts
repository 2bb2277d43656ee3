/** What a charge by card comes to in its number of installments: decided by the platform's table, as it is offered. */
import type { Database } from '../../db/client.ts'
import { findPlatform, type PlatformRow } from '../../db/queries/access/people.ts'
import { enabledAccounts } from '../../db/queries/account/read.ts'
import { findCard } from '../../db/queries/card/read.ts'
import {
  type InstallmentOption,
  type InstallmentTable,
  installmentOption,
  installmentOptions,
  mostInstallments,
} from '../../domain/installments.ts'
import { type Cents, cents } from '../../domain/money.ts'
import { findProvider } from '../../providers/index.ts'
import { accountsFor } from '../account/candidates.ts'
import { KEEPS_CARDS } from '../card/create.ts'
import { type ApiProblem, notFound, problem } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'
import type { InstallmentQuery } from '../schemas/installment.ts'

/**
 * What a buyer may choose from: what the platform's table has a price for, and the provider of the card or account charges. Without either it is
 * the provider that a new card would be saved at.
 * @throws ApiProblem 422 for an account or a card that the platform does not have.
 */
export async function offeredInstallments(
  db: Database,
  platformId: string,
  { amount, numberOfInstallments, ...asked }: InstallmentQuery,
): Promise<InstallmentOption[]> {
  const platform = await findPlatform(db, platformId)
  if (!platform) throw notFound()
  const own = installmentTable(platform)
  const table = {
    fees: own.fees,
    maxInstallmentsWithoutInterest: asked.maxInstallmentsWithoutInterest ?? own.maxInstallmentsWithoutInterest,
    minInstallmentValue: cents(asked.minInstallmentValue ?? own.minInstallmentValue),
  }
  const most = mostOf(await providerOf(db, platformId, asked))
  return installmentOptions({
    ...table,
    amount: cents(amount),
    numberOfInstallments: Math.min(numberOfInstallments ?? mostInstallments(table), most),
  })
}

async function providerOf(
  db: Database,
  platformId: string,
  { cardId, providerAccountId }: Pick<InstallmentQuery, 'cardId' | 'providerAccountId'>,
): Promise<string | undefined> {
  if (cardId !== undefined) {
    const card = await findCard(db, platformId, cardId)
    if (card) return card.provider
    throw problem('rule_broken', { errors: [{ path: '/cardId', rule: 'card', message: 'is no saved card' }] })
  }
  if (providerAccountId !== undefined) {
    const [account] = await accountsFor(db, platformId, providerAccountId, KEEPS_CARDS)
    return account.provider
  }
  const accounts = await enabledAccounts(db, platformId)
  return accounts.find(({ provider }) => KEEPS_CARDS.supports(findProvider(provider)))?.provider
}

const mostOf = (provider: string | undefined): number =>
  (provider === undefined ? null : findProvider(provider).maxInstallments) ?? Number.POSITIVE_INFINITY

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
  if (!option) throw broken('This number of installments is not offered for this amount: see GET /v1/installments')
  const most = mostOf(provider)
  if (installments > most) throw broken(`The provider charges cards in at most ${most} installment(s)`)
  return option.finalValue
}

function broken(message: string): ApiProblem {
  return problem('rule_broken', { errors: [{ path: '/installments', rule: 'installments', message }] })
}
