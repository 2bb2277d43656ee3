import { useQuery } from '@tanstack/react-query'
import { type Installments, MAX_AMOUNT, type PaymentMethod } from '../../api/contract.ts'
import { chargeQueries } from './queries.ts'

export interface Price {
  /** What the sale costs, without interest. */
  total: number
  /** What a card may be charged in; empty while the platform's table is not known for this total. */
  options: Installments['data']
  /** What the buyer pays in all; null while that is not known, or the chosen number is not offered. */
  finalValue: number | null
  /** The table did not come. */
  isTableMissing: boolean
}

interface Choice {
  total: number
  method: PaymentMethod
  accountId: string | null
  count: number
}

/** A card in installments costs what the platform's table says, and everything else its price. */
export function usePrice({ total, method, accountId, count }: Choice): Price {
  const hasTable = method === 'CREDIT_CARD' && total > 0 && total <= MAX_AMOUNT
  const table = useQuery({ ...chargeQueries.installments(total, accountId), enabled: hasTable })
  if (!hasTable) return { total, options: [], finalValue: total, isTableMissing: false }
  // The table for the total before this one is still shown, but it promises nothing.
  const options = table.data?.data ?? []
  const chosen = options.find(({ installmentNumber }) => installmentNumber === count)
  return {
    total,
    options,
    finalValue: table.isPlaceholderData ? null : (chosen?.finalValue ?? null),
    isTableMissing: table.isError,
  }
}
