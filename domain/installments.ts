/** What a buyer may choose from when a card pays in installments, and what each choice costs. */
import { addPercentage, type Cents, cents, MAX_AMOUNT, share } from './money.ts'

/** A platform's terms. */
export interface InstallmentTable {
  /** Up to this many cost nothing. */
  maxInstallmentsWithoutInterest: number
  /** No installment may be smaller. */
  minInstallmentValue: Cents
  /** What paying in n installments adds to the total, in percent: the first is for one. */
  fees: readonly number[]
}

export interface InstallmentRules extends InstallmentTable {
  amount: Cents
  /** How many there may be at most. */
  numberOfInstallments: number
}

export interface InstallmentOption {
  installmentNumber: number
  installmentValue: Cents
  /** What the buyer pays in all. */
  finalValue: Cents
}

/** A number of installments that costs something, but has no fee in the table, is not offered: its price is unknown. */
export function installmentOptions({ amount, numberOfInstallments, ...table }: InstallmentRules): InstallmentOption[] {
  return Array.from(
    { length: numberOfInstallments },
    (_, index) => installmentOption(table, amount, index + 1) ?? [],
  ).flat()
}

/** What paying in so many installments comes to; undefined when it is not offered. */
export function installmentOption(
  { maxInstallmentsWithoutInterest, minInstallmentValue, fees }: InstallmentTable,
  amount: Cents,
  installmentNumber: number,
): InstallmentOption | undefined {
  const fee = installmentNumber <= maxInstallmentsWithoutInterest ? 0 : fees[installmentNumber - 1]
  if (fee === undefined) return undefined
  const finalValue = fee === 0 ? cents(amount) : addPercentage(amount, fee)
  if (finalValue > MAX_AMOUNT) return undefined
  const installmentValue = share(finalValue, installmentNumber)
  return installmentValue >= minInstallmentValue ? { installmentNumber, installmentValue, finalValue } : undefined
}

/** How a total is paid: so many of `value`, after one of `odd` where it does not divide. */
export interface InstallmentParts {
  odd?: Cents
  count: number
  value: Cents
}

/**
 * What a total comes to in its installments, to the cent: the cents that do not divide are all in one of them. Which one it is, the
 * card's issuer decides, who is sent the total.
 */
export function installmentParts(total: Cents, installmentNumber: number): InstallmentParts {
  const rest = total % installmentNumber
  const value = cents((total - rest) / installmentNumber)
  return rest === 0
    ? { count: installmentNumber, value }
    : { odd: cents(value + rest), count: installmentNumber - 1, value }
}

/** How many installments the table has a price for. */
export function mostInstallments({ maxInstallmentsWithoutInterest, fees }: InstallmentTable): number {
  return Math.max(maxInstallmentsWithoutInterest, fees.length, 1)
}

/** A number that is null does not bound. */
export function mostOf(maxInstallments: number | null): number {
  return maxInstallments ?? Number.POSITIVE_INFINITY
}
