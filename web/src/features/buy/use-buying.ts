import { useEffect, useRef, useState } from 'react'
import { isRefused } from '../../../../domain/charge.ts'
import { ApiError, api, isProvidersRefusal, newIdempotencyKey } from '../../api/client.ts'
import type { BuyersCharge, Checkout, CheckoutPage } from '../../api/contract.ts'
import { firstAnswer } from '../../api/first.ts'
import { isOfOtherContent } from '../../api/tries.ts'
import { inTab } from '../../ui/storage.ts'
import { useAskingAgain } from '../pay/use-asking-again.ts'
import { isUnknown } from '../pay/use-checkout.ts'
import { heldOrder, holdOrder } from './held-order.ts'
import { inAddress } from './in-address.ts'
import {
  ASK_AGAIN_MS,
  awaitTry,
  endTry,
  findTry,
  forgetTry,
  isAnswer,
  isInProgress,
  leftTry,
  NotSent,
  pathOfTries,
  rememberTry,
  unansweredTry,
} from './unanswered-try.ts'

export type PageLoad =
  | { kind: 'loading' }
  | { kind: 'ready'; page: CheckoutPage }
  | { kind: 'failed'; notFound: boolean }

interface Reading {
  load: PageLoad
  reload: () => void
  /** The page as it was read for smaller quantities than the one that is shown, the smallest first. */
  fewer: readonly CheckoutPage[]
  /** Reads what so many come to. */
  onQuantity: (quantity: number) => void
}

/**
 * What is sold at the address; where it cannot be read, or is reserved for now, it is asked for again. Where it cannot be read a second
 * time, what was read before stands, unless the page is gone.
 */
export function usePage(slug: string): Reading {
  const [load, setLoad] = useState<PageLoad>({ kind: 'loading' })
  const [seen, setSeen] = useState<readonly CheckoutPage[]>([])
  const wanted = useRef(1)
  const reload = () => {
    const quantity = wanted.current
    void readPage(slug, quantity).then(
      (page) => {
        setSeen((known) => withPage(known, page))
        // Another number may be wanted by now.
        if (quantity !== wanted.current) return
        setLoad({ kind: 'ready', page })
        // So many are sold no more.
        if (quantity <= page.maxQuantity) return
        wanted.current = page.maxQuantity
        reload()
      },
      (error: unknown) => {
        const notFound = isUnknown(error)
        setLoad((known) => (known.kind === 'ready' && !notFound ? known : { kind: 'failed', notFound }))
      },
    )
  }
  const onQuantity = (quantity: number) => {
    wanted.current = quantity
    reload()
  }
  useEffect(reload, [slug])
  const isReserved = load.kind === 'ready' && load.page.reservation !== null
  useAskingAgain(isReserved || (load.kind === 'failed' && !load.notFound), reload)
  const shown = load.kind === 'ready' ? load.page.quantity : 0
  return { load, reload, fewer: seen.filter(({ quantity }) => quantity < shown), onQuantity }
}

const withPage = (known: readonly CheckoutPage[], page: CheckoutPage): CheckoutPage[] =>
  [...known.filter(({ quantity }) => quantity !== page.quantity), page].toSorted((a, b) => a.quantity - b.quantity)

/** What is reserved for the order of this visit is for sale to its buyer. */
async function readPage(slug: string, quantity: number): Promise<CheckoutPage> {
  const path = `/v1/checkout/pages/${encodeURIComponent(slug)}`
  const query = { quantity: quantity > 1 ? quantity : undefined }
  const page = await api.get<CheckoutPage>(path, { query, sent: firstAnswer(path) })
  const token = page.reservation ? orderBefore(slug) : undefined
  return token === undefined ? page : api.get<CheckoutPage>(path, { query: { ...query, token } })
}

const orderAt = (slug: string) => `trilho.order.${slug}`

/** The order of this visit, which a page that is loaded again goes on with. */
export function useOrder(slug: string) {
  const [token, setToken] = useState(() => orderBefore(slug))
  return {
    token,
    setOrder: (checkout: Checkout) => {
      inTab.set(orderAt(slug), checkout.token)
      holdOrder(slug, checkout)
      // Of what was refused there is nothing to look at, and the page sells again.
      const needsNoAddress = inTab.outlivesPage(orderAt(slug)) || sellsAgain(checkout)
      inAddress.end(needsNoAddress ? undefined : checkout.token)
      setToken(checkout.token)
    },
    forget: () => {
      inTab.remove(orderAt(slug))
      inAddress.end(undefined)
      setToken(undefined)
    },
  }
}

const orderBefore = (slug: string) => inTab.get(orderAt(slug)) ?? inAddress.order()

/** The form stands again. */
export const sellsAgain = ({ status, underReview }: Checkout): boolean => isRefused(status) && !underReview

/** Whether a buyer has begun to pay here, so that it is not certain that nothing was charged. */
export const hasBegun = (slug: string): boolean => (leftTry(slug) ?? orderBefore(slug) ?? heldOrder(slug)) !== undefined

const NOTHING = { text: '', key: '' }

/**
 * The same try is sent with the same key until a provider has refused it: an answer that was lost makes no second order. Before another one is sent, it
 * is found out what became of a try that was never answered, of this tab or another; where it was made, that is the order. After a wait
 * nothing is sent.
 * @returns what pays; it calls `onBehind` when it has to wait for a try before.
 */
export function usePay(slug: string) {
  const sent = useRef(NOTHING)
  const pay = async (body: BuyersCharge, onBehind: () => void): Promise<Checkout> => {
    const text = JSON.stringify(body)
    const before = unansweredTry(slug)
    const isRepeat = sent.current.text === text
    const isUnanswered = isRepeat && before?.key === sent.current.key
    const made = before && !isUnanswered ? await awaitTry(slug, before, onBehind) : undefined
    if (made) return made
    if (!isRepeat) sent.current = { text, key: newIdempotencyKey() }
    const { key } = sent.current
    const attempt = rememberTry(slug, key)
    try {
      const checkout = await api.post<Checkout>(pathOfTries(slug), body, { headers: { 'idempotency-key': key } })
      endTry(slug, key)
      return checkout
    } catch (error) {
      if (isInProgress(error)) {
        onBehind()
        // A key that has made nothing is used up.
        sent.current = NOTHING
        const found = await awaitTry(slug, attempt, onBehind)
        if (found) return found
        forgetTry(slug, key)
        throw new NotSent('nothing')
      }
      // It was found to have made nothing, and its key is used up since.
      if (isOfOtherContent(error)) {
        sent.current = NOTHING
        forgetTry(slug, key)
        if (isUnanswered) return pay(body, onBehind)
        throw new NotSent('nothing')
      }
      // The provider's no is the key's own answer, also to a repeat, and stays it: the next press is another try.
      const isOver = error instanceof ApiError && isProvidersRefusal(error)
      if (isOver) sent.current = NOTHING
      // Any other refusal of a repeat says nothing about what went unanswered under its key.
      if (isOver || (!isUnanswered && isAnswer(error))) forgetTry(slug, key)
      throw error
    }
  }
  return pay
}

type LeftTry = 'none' | 'asking' | 'nothing'

/**
 * The outcome of the attempt that the page was left with, polled until it is known, and how to forget it. `nothing`: the attempt created
 * nothing.
 */
export function useLeftTry(slug: string, onFound: (checkout: Checkout) => void): [LeftTry, () => void] {
  const [state, setState] = useState<LeftTry>(() => (leftTry(slug) ? 'asking' : 'none'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked after once, as the page is opened
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const left = leftTry(slug)
      if (!left) return setState('none')
      try {
        const found = await findTry(slug, left)
        if (!found) {
          forgetTry(slug, left.key)
          return setState('nothing')
        }
        endTry(slug, left.key)
        onFound(found)
        setState('none')
      } catch {
        timer = setTimeout(ask, ASK_AGAIN_MS)
      }
    }
    void ask()
    return () => clearTimeout(timer)
  }, [slug])
  return [state, () => setState('none')]
}

/** While the answer to what was sent is lost, it is found out what became of it. @param onFound called once that is an order. */
export function useLostTry(slug: string, isLost: boolean, onFound: (checkout: Checkout) => void): void {
  useAskingAgain(isLost, async () => {
    const lost = unansweredTry(slug)
    const found = lost && (await findTry(slug, lost).catch(() => undefined))
    // Another one may have been sent meanwhile.
    if (!found || unansweredTry(slug)?.key !== lost.key) return
    endTry(slug, lost.key)
    onFound(found)
  })
}
