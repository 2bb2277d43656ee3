import type { Checkout } from '../../api/contract.ts'
import { useServerNow } from '../../ui/clock.ts'

/** Whether the time to pay is over, though it is not known yet what became of it. */
export function useIsOver({ expiresAt }: Pick<Checkout, 'expiresAt'>): boolean {
  const now = useServerNow(1_000)
  return expiresAt !== null && Date.parse(expiresAt) <= now
}
