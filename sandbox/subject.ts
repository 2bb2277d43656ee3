/** Whose transaction or withdrawal a call is about, as far as that can be told without knowing the provider's format. */
import { type Cents, toReais, toReaisString } from '../domain/money.ts'
import type { Books, Call, Route } from './provider.ts'

/** False when the call is surely about a transaction of another amount. One that names none, as a search does, may be about any. */
export function mayBeAbout(amount: Cents, call: Call, route: Route, books: Books): boolean {
  const names = [...Object.values(call.params), ...Object.values(call.query)].filter((name) => name !== '')
  const named = names
    .flatMap(idsIn)
    .flatMap((name) => [
      ...[books.find(name) ?? books.findByReference(name)].flat(),
      ...[books.findWithdrawal(name) ?? books.findWithdrawalByReference(name) ?? []].flat(),
    ])
  if (named.length > 0) return named.some((movement) => movement.amount === amount)
  return (
    !route.reference || mentions(call.body, new Set([String(amount), String(toReais(amount)), toReaisString(amount)]))
  )
}

/** The name, and what stands behind its first word: a plan of installments is called after its payment. */
const idsIn = (name: string): readonly string[] => [name, name.slice(name.indexOf('_') + 1)]

function mentions(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => mentions(inner, texts))
  return texts.has(String(value))
}
