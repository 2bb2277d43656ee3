/** The installment options that a buyer may choose for a card payment, and what each costs. */
import { addPercentage, type Cents, cents, MAX_AMOUNT, share } from './money.ts'

/** In percent: more would be no price for waiting, but a slip of the hand. */
export const MAX_INSTALLMENT_FEE = 100

/** A platform's terms. */
export interface InstallmentTable {
  /** Up to this number, installments cost nothing. */
  maxInstallmentsWithoutInterest: number
  /** The smallest installment; 0 sets no minimum. */
  minInstallmentValue: Cents
  /** The percentage that n installments add to the total, at index n - 1. */
  fees: readonly number[]
}

export interface InstallmentRules extends InstallmentTable {
  amount: Cents
  /** The most installments. */
  numberOfInstallments: number
}

export interface InstallmentOption {
  installmentNumber: number
  installmentValue: Cents
  /** The buyer's total. */
  finalValue: Cents
}

/**
 * A number of installments that costs something but has no fee in the table is not offered, because its price is unknown. Neither is one
 * whose installments would be of less than the platform's minimum or a cent.
 */
export function installmentOptions({ amount, numberOfInstallments, ...table }: InstallmentRules): InstallmentOption[] {
  return Array.from(
    { length: numberOfInstallments },
    (_, index) => installmentOption(table, amount, index + 1) ?? [],
  ).flat()
}

/** The price of paying in this number of installments; undefined if it is not offered. */
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
  const isWorthACentEach = finalValue >= installmentNumber
  if (installmentValue < minInstallmentValue || !isWorthACentEach) return undefined
  return { installmentNumber, installmentValue, finalValue }
}

/** How a total is paid: `count` installments of `value`, plus one of `odd` if the total does not divide. */
export interface InstallmentParts {
  odd?: Cents
  count: number
  value: Cents
}

/**
 * Splits a total into installments, to the cent. The cents that do not divide are all in one installment. The card's issuer, which
 * gets only the total, decides which one.
 */
export function installmentParts(total: Cents, installmentNumber: number): InstallmentParts {
  const rest = total % installmentNumber
  const value = cents((total - rest) / installmentNumber)
  return rest === 0
    ? { count: installmentNumber, value }
    : { odd: cents(value + rest), count: installmentNumber - 1, value }
}

/** The most installments for which the table has a price. */
export function mostInstallments({ maxInstallmentsWithoutInterest, fees }: InstallmentTable): number {
  return Math.max(maxInstallmentsWithoutInterest, fees.length, 1)
}

/** Null means no limit. */
export function mostOf(maxInstallments: number | null): number {
  return maxInstallments ?? Number.POSITIVE_INFINITY
}
