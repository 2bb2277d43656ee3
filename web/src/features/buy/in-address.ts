/**
 * What the page's address says, for a page that is loaded again in a browser that keeps nothing else. While a try has no answer, the
 * address names it, and the order that was there before it. Then the address is the payment's own, which may be passed on: there is nothing
 * to buy or cancel there. A fragment is sent to no server.
 */
import { defined } from '../../../../domain/defined.ts'

const SELLING = location.pathname + location.search

const said = (name: 'try' | 'order') => new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined
const replace = (address: string) => history.replaceState(history.state, '', address)

export const inAddress = {
  attempt: () => said('try'),
  /** The token of what the address shows, or showed before the try. */
  order: () => said('order') ?? /^\/pay\/([^/]+)$/.exec(location.pathname)?.[1],
  begin: (attempt: string) =>
    replace(`${SELLING}#${new URLSearchParams(defined({ try: attempt, order: inAddress.order() }))}`),
  /** @param order the token of what can be looked at; undefined where there is none, or the browser keeps it. */
  end: (order: string | undefined) => replace(order === undefined ? SELLING : `/pay/${order}`),
}
