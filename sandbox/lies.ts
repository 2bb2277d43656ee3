/** Well-formed but false answers: another amount, a code for another amount, another transaction, an old ledger state. Also slow refunds. */
import { type Cents, cents } from '../domain/money.ts'
import { fieldsOf } from './checks.ts'
import type { FaultRule } from './faults.ts'
import type { History } from './history.ts'
import { pixCode } from './pix-code.ts'
import type { Answer, Books, Call, Route, Transaction, Withdrawal } from './provider.ts'

const codeFor = (amount: Cents): string =>
  pixCode({ location: 'pix.example.invalid/qr/outro', amount, merchant: 'LOJA DEMO' })

type View = <T extends Transaction | Withdrawal>(movement: T) => T | undefined

/** The false amount reported instead of this one. */
export const otherAmount = (amount: Cents): Cents => cents(Math.floor(amount / 2) + 1)

/** The ledger as seen by a call to which the fault applies. */
export function booksUnder({ fault, delayMs }: FaultRule, books: Books, history: History): Books {
  switch (fault) {
    case 'wrongAmount':
      return seenThrough(books, (movement) => ({ ...movement, amount: otherAmount(movement.amount) }))
    case 'wrongCode':
      return seenThrough(books, (movement) =>
        'pixCode' in movement ? { ...movement, pixCode: codeFor(otherAmount(movement.amount)) } : movement,
      )
    case 'stale': {
      const at = books.now() - delayMs
      return { ...books, ...lookups(books, (movement) => history.asOf(movement, at)) }
    }
    case 'refundInProgress':
      return { ...books, refund: books.beginRefund }
    default:
      return books
  }
}

function lookups(books: Books, view: View) {
  const seen = <T extends Transaction | Withdrawal>(movement: T | undefined) => movement && view(movement)
  const all = (list: readonly Transaction[]) => list.flatMap((one) => view(one) ?? [])
  return {
    find: (id) => seen(books.find(id)),
    findByReference: (reference) => all(books.findByReference(reference)),
    createdBetween: (from, to) => all(books.createdBetween(from, to)),
    findWithdrawal: (id) => seen(books.findWithdrawal(id)),
    findWithdrawalByReference: (reference) => seen(books.findWithdrawalByReference(reference)),
  } satisfies Partial<Books>
}

/** Writes are correct; only reads differ. */
function seenThrough(books: Books, view: <T extends Transaction | Withdrawal>(movement: T) => T): Books {
  return {
    ...books,
    ...lookups(books, view),
    create: (wish) => view(books.create(wish)),
    withdraw: (wish) => view(books.withdraw(wish)),
    cancel: (transaction, status) => {
      const canceled = books.cancel(books.find(transaction.id) ?? transaction, status)
      return canceled && view(canceled)
    },
    refund: (transaction, wish) => {
      const refunded = books.refund(books.find(transaction.id) ?? transaction, wish)
      return refunded && view(refunded)
    },
  }
}

export type Mixups = ReturnType<typeof createMixups>

/** Keeps the last answer of each route, so that another call can receive it. */
export function createMixups() {
  const last = new Map<string, { subject: string; answer: Answer }[]>()
  const keyOf = (provider: string, { method, path }: Route) => `${provider} ${method} ${path}`
  const subjectOf = (route: Route, { params, query, ...call }: Call) => {
    const reference = route.reference?.(fieldsOf(call.body), { params, query, ...call })
    return JSON.stringify([params, query, reference ?? call.body])
  }
  return {
    note: (provider: string, route: Route, call: Call, answer: Answer): void => {
      if (answer.status >= 300) return
      const subject = subjectOf(route, call)
      const others = (last.get(keyOf(provider, route)) ?? []).filter((one) => one.subject !== subject)
      last.set(keyOf(provider, route), [...others.slice(-1), { subject, answer }])
    },
    /** Undefined until another call has been answered. */
    answerOfAnother: (provider: string, route: Route, call: Call): Answer | undefined => {
      const subject = subjectOf(route, call)
      return last.get(keyOf(provider, route))?.findLast((one) => one.subject !== subject)?.answer
    },
  }
}
