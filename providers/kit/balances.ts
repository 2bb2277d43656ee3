/** What an account holds, in a provider's words, to ours. */
import type { BalanceReading } from '../../domain/balance.ts'
import { defined } from '../../domain/defined.ts'
import type { AmountCodec } from './amounts.ts'
import type { BalanceAnswer } from './spec.ts'

/** @throws ProviderError MalformedResponse when a value is no amount. */
export function toBalance<Amount extends number | string>(
  { available, pending }: BalanceAnswer<Amount>,
  { amounts }: { amounts: AmountCodec<Amount> },
): BalanceReading {
  const read = (value: Amount) => signed(value, amounts)
  return { available: read(available), ...defined({ pending: pending == null ? undefined : read(pending) }) }
}

/** An account may owe; amounts elsewhere are never below zero. */
function signed<Amount extends number | string>(value: Amount, amounts: AmountCodec<Amount>): number {
  if (typeof value === 'number') return value < 0 ? -amounts.read(-value as Amount) : amounts.read(value)
  return value.startsWith('-') ? -amounts.read(value.slice(1) as Amount) : amounts.read(value)
}
