/** Why nothing is shown of what was sent, as the form says it. */
import { ApiError, isProvidersRefusal } from '../../api/client.ts'
import type { PaymentMethod } from '../../api/contract.ts'
import { NotSent } from './unanswered-try.ts'

export interface Failure {
  kind:
    | 'offline'
    | 'busy'
    | 'nothing'
    | 'refused'
    | 'refusedCard'
    | 'refusedCode'
    | 'fields'
    | 'crowded'
    | 'tooMany'
    | 'tooManyCards'
    | 'tooManyUnpaid'
  /** Milliseconds, rounded up to what is shown of it. */
  wait?: number
}

const A_MINUTE_MS = 60_000
const AN_HOUR_MS = 60 * A_MINUTE_MS

/** @param method that failed. @param hasOthers whether there is another way to pay. */
export function failureOf(error: unknown, method: PaymentMethod, hasOthers: boolean): Failure {
  if (error instanceof NotSent) return { kind: error.why }
  if (!(error instanceof ApiError) || !error.problem) return { kind: 'offline' }
  if (isProvidersRefusal(error)) {
    if (hasOthers) return { kind: 'refused' }
    return { kind: method === 'CREDIT_CARD' ? 'refusedCard' : 'refusedCode' }
  }
  switch (error.status) {
    case 404:
    case 409:
      return { kind: 'busy' }
    case 400:
    case 422: {
      // There is no field to mark: the page sells fewer by now, and is read again.
      const isNumber = (error.problem.errors ?? []).some(({ path }) => path === '/quantity')
      return { kind: isNumber ? 'busy' : 'fields' }
    }
    case 429: {
      const rules = (error.problem.errors ?? []).map(({ rule }) => rule)
      if (rules.includes('crowded')) return { kind: 'crowded' }
      const seconds = error.retryAfter ?? 60
      const unit = seconds > 3600 ? AN_HOUR_MS : A_MINUTE_MS
      const wait = Math.ceil((seconds * 1000) / unit) * unit
      if (rules.includes('unpaidOrders')) return { kind: 'tooManyUnpaid', wait }
      return { kind: hasOthers && rules.includes('cardTries') ? 'tooManyCards' : 'tooMany', wait }
    }
    default:
      return { kind: 'offline' }
  }
}
