import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Installments } from '../../api/contract.ts'
import { chargeQueries } from './queries.ts'

/** What the platform's own table offers for this total; in one until it is known. */
export function useInstallmentOffer(total: number): Installments['data'] {
  const offer = useQuery({ ...chargeQueries.installments(useDeferredValue(total)), enabled: total > 0 })
  return offer.data?.data ?? [{ installmentNumber: 1, installmentValue: total, finalValue: total }]
}
