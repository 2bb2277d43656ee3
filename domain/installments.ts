/** What a buyer may choose from when a card pays in installments. */
import { addPercentage, type Cents, cents, share } from './money.ts'

export interface InstallmentRules {
  amount: Cents
  /** How many there may be at most. */
  numberOfInstallments: number
  /** Up to this many cost nothing. */
  maxInstallmentsWithoutInterest: number
  /** No installment may be smaller. */
  minInstallmentValue: Cents
  /** What paying in n installments adds to the total, in percent: the first is for one. */
  fees: readonly number[]
}

export interface InstallmentOption {
  installmentNumber: number
  installmentValue: Cents
  /** What the buyer pays in all. */
  finalValue: Cents
}

/** A number of installments that costs something, but has no fee in the table, is not offered: its price is unknown. */
export function installmentOptions(rules: InstallmentRules): InstallmentOption[] {
  const { amount, numberOfInstallments, maxInstallmentsWithoutInterest, minInstallmentValue, fees } = rules
  return Array.from({ length: numberOfInstallments }, (_, index) => index + 1).flatMap((installmentNumber) => {
    const fee = installmentNumber <= maxInstallmentsWithoutInterest ? 0 : fees[installmentNumber - 1]
    if (fee === undefined) return []
    const finalValue = fee === 0 ? cents(amount) : addPercentage(amount, fee)
    const installmentValue = share(finalValue, installmentNumber)
    return installmentValue >= minInstallmentValue ? [{ installmentNumber, installmentValue, finalValue }] : []
  })
}
