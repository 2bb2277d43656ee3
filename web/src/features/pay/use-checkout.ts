import { useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import type { Checkout } from '../../api/contract.ts'
import { firstAnswer } from '../../api/first.ts'
import { useChargeStream } from '../../api/stream.ts'
import { useAskingAgain } from './use-asking-again.ts'

export type CheckoutState =
  | { kind: 'loading' }
  | { kind: 'ready'; checkout: Checkout }
  | { kind: 'failed'; notFound: boolean }

/** What is to be paid, kept up to date by the stream; where it cannot be read, it is asked for again. */
export function useCheckout(token: string): { state: CheckoutState; reload: () => void } {
  const [state, setState] = useState<CheckoutState>({ kind: 'loading' })
  const path = `/v1/checkout/${encodeURIComponent(token)}`
  const reload = () =>
    void api.get<Checkout>(path, { sent: firstAnswer(path) }).then(
      (checkout) => setState({ kind: 'ready', checkout }),
      (error: unknown) =>
        setState((known) => (known.kind === 'ready' ? known : { kind: 'failed', notFound: isUnknown(error) })),
    )
  useEffect(reload, [path])
  useAskingAgain(state.kind === 'failed' && !state.notFound, reload)
  const isReady = state.kind === 'ready'
  useChargeStream(
    isReady ? `${path}/stream` : null,
    (data) => setState({ kind: 'ready', checkout: data as Checkout }),
    reload,
  )
  return { state, reload }
}

/** Nothing is at the address; one that can be none at all is refused as malformed. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.problem !== undefined && (error.status === 404 || error.status === 400)
