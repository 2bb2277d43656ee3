/** Requests that a provider lets its clients repeat. */
import { isText } from './checks.ts'
import type { Answer, Books, Route, Transaction, Withdrawal } from './provider.ts'

/** The same request under the same idempotency-key is answered with what it made the first time. */
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

/** A withdrawal that was asked for before under the same idempotency-key, which is its reference, is answered as `again` has it. */
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
