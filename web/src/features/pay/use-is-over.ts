import type { Checkout } from '../../api/contract.ts'
import { useServerNow } from '../../ui/clock.ts'

/** Whether the time to pay is over, though it is not known yet what became of it. */
export function useIsOver(checkout: Pick<Checkout, 'expiresAt'> | undefined): boolean {
  const now = useServerNow(1_000)
  const expiresAt = checkout?.expiresAt
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= now
}
