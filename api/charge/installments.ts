/** What a charge by card comes to in its number of installments: decided by the platform's table, as it is offered. */
import type { Database } from '../../db/client.ts'
import { findPlatform, type PlatformRow } from '../../db/queries/access/people.ts'
import { type InstallmentTable, installmentOption } from '../../domain/installments.ts'
import { type Cents, cents } from '../../domain/money.ts'
import { findProvider } from '../../providers/index.ts'
import { type ApiProblem, problem } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'

export function installmentTable(platform: PlatformRow): InstallmentTable {
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
  const most = provider === undefined ? null : findProvider(provider).maxInstallments
  if (most !== null && installments > most) throw broken(`The provider charges cards in at most ${most} installment(s)`)
  return option.finalValue
}

function broken(message: string): ApiProblem {
  return problem('rule_broken', { errors: [{ path: '/installments', rule: 'installments', message }] })
}
