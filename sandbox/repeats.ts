/** Requests that a client may repeat safely. */
import { isText } from './checks.ts'
import type { Answer, Books, Route, Transaction, Withdrawal } from './provider.ts'

/** Repeating a request under its idempotency-key returns the first result. */
export function repeatable(route: Route, answer: (order: Transaction, books: Books) => unknown): Route {
  return {
    ...route,
    handle: (call, books) => {
      const key = call.headers['idempotency-key']
      const kind = `${route.operation} ${JSON.stringify([call.params, call.body])}`
      const known = isText(key) ? books.find(String(books.recall(kind, key) ?? '')) : undefined
      if (known) return { status: 200, body: answer(known, books) }
      const made = route.handle(call, books)
      const touched = made.created ?? made.changed
      if (isText(key) && touched) books.remember(kind, key, touched.id)
      return made
    },
  }
}

/** A withdrawal already requested under the same idempotency-key (its reference) is answered by `again`. */
export function paidOnce(route: Route, again: (withdrawal: Withdrawal) => Answer): Route {
  return {
    ...route,
    handle: (call, books) => {
      const key = call.headers['idempotency-key']
      const known = isText(key) ? books.findWithdrawalByReference(key) : undefined
      return known ? again(known) : route.handle(call, books)
    },
  }
}
