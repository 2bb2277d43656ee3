/** What a provider's declaration says of its refunds: how each ends, how a charge shows it, and for how long one can be made. */
import { isRefunded } from '../../domain/charge.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { RefundEnd } from '../../domain/refund.ts'
import { REFUND_WINDOW_DAYS, type RefundWindows } from '../../domain/refund-window.ts'
import type { Provider } from '../contract.ts'
import type { StatusTable } from './statuses.ts'

/** Reading a charge shows at least a full refund. For a charge that cannot be read, webhooks do. */
export function usualEnd({
  readRefund,
  readTransaction,
}: {
  readRefund?: unknown
  readTransaction?: unknown
}): RefundEnd {
  if (readRefund !== undefined) return 'refund'
  return readTransaction === undefined ? 'notice' : 'whole'
}

/**
 * Where a refund is read by itself, nothing shows that the charge has a word for it: only the provider's own words count there, and not the
 * typical ones.
 */
export function tellsOfRefunds(
  { statesReturned }: { statesReturned?: true },
  { statuses: { known, returns = [] } }: { statuses: StatusTable },
): Provider['tellsOfRefunds'] {
  if (statesReturned) return 'sum'
  return Object.values(known).some(isRefunded) || returns.length > 0 ? 'word' : null
}

/** Only for methods that can be refunded. */
export function refundWindows(methods: readonly PaymentMethod[], own: RefundWindows = {}): RefundWindows {
  const windows = { ...REFUND_WINDOW_DAYS, ...own }
  return Object.fromEntries(Object.entries(windows).filter(([method]) => methods.includes(method as PaymentMethod)))
}
