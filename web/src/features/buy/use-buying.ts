import { useEffect, useRef, useState } from 'react'
import { ApiError, api, newIdempotencyKey } from '../../api/client.ts'
import type { BuyersCharge, Checkout, CheckoutPage } from '../../api/contract.ts'

export type PageLoad =
  | { kind: 'loading' }
  | { kind: 'ready'; page: CheckoutPage }
  | { kind: 'failed'; notFound: boolean }

/** What is sold at the address. */
export function usePage(slug: string): { load: PageLoad; reload: () => void } {
  const [load, setLoad] = useState<PageLoad>({ kind: 'loading' })
  const path = `/v1/checkout/pages/${encodeURIComponent(slug)}`
  const reload = () =>
    void api.get<CheckoutPage>(path).then(
      (page) => setLoad({ kind: 'ready', page }),
      (error: unknown) =>
        setLoad({
          kind: 'failed',
          notFound: error instanceof ApiError && (error.status === 404 || error.status === 400),
        }),
    )
  useEffect(reload, [path])
  return { load, reload }
}

/** The order of this visit, which a page that is loaded again goes on with. */
export function useOrder(slug: string): [token: string | undefined, setToken: (token: string) => void] {
  const name = `trilho.order.${slug}`
  const [token, setToken] = useState<string | undefined>(() => sessionStorage.getItem(name) ?? undefined)
  return [
    token,
    (next) => {
      sessionStorage.setItem(name, next)
      setToken(next)
    },
  ]
}

export type Failure = 'offline' | 'busy' | 'refused' | 'fields' | 'tooMany'

/** The same try is sent with the same key, however often: an answer that was lost makes no second order. */
export function usePay(slug: string) {
  const sent = useRef({ text: '', key: '' })
  return async (body: BuyersCharge): Promise<Checkout> => {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() }
    return api.post<Checkout>(`/v1/checkout/pages/${encodeURIComponent(slug)}/charges`, body, {
      headers: { 'idempotency-key': sent.current.key },
    })
  }
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'offline'
  switch (error.status) {
    case 409:
      return 'busy'
    case 400:
    case 422:
      return 'fields'
    case 429:
      return 'tooMany'
    case 502:
      return 'refused'
    default:
      return 'offline'
  }
}
