import { isPastDue } from '../../../../domain/last-moment.ts'
import type { Checkout } from '../../api/contract.ts'
import { useServerNow } from '../../ui/clock.ts'

/** Whether the time to pay is over, though it is not known yet what became of it. */
export function useIsOver(checkout: Pick<Checkout, 'paymentMethod' | 'expiresAt'> | undefined): boolean {
  const now = useServerNow(1_000)
  return checkout !== undefined && isPastDue(checkout, now)
}
