import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPaid } from '../../../../domain/charge.ts'
import { isPageOpen } from '../../../../domain/selling.ts'
import type { Checkout, CheckoutPage, PaymentMethod } from '../../api/contract.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TestBand } from '../../ui/test-band.tsx'
import { Contact } from '../pay/contact.tsx'
import { Failed } from '../pay/failed.tsx'
import { Footer } from '../pay/footer.tsx'
import { useCheckout } from '../pay/use-checkout.ts'
import { wearColor } from './brand.ts'
import { BuyAgain } from './buy-again.tsx'
import { BuyForm } from './form.tsx'
import { Held } from './held.tsx'
import { heldOrder, holdOrder, letGo } from './held-order.ts'
import { LeftTry, NothingMade } from './left-try.tsx'
import { Loading } from './loading.tsx'
import { NoPage } from './no-page.tsx'
import { OrderView, Refusal } from './order.tsx'
import { PageHeader } from './page-header.tsx'
import { Sale } from './sale.tsx'
import { forgetTyped, keepTyped, typedBefore } from './typed.ts'
import { hasBegun, sellsAgain, useLeftTry, useOrder, usePage } from './use-buying.ts'
import { useCame } from './use-came.ts'

export function BuyPage({ slug }: { slug: string }) {
  const { t } = useTranslation('buy')
  const { load, reload, fewer, onQuantity } = usePage(slug)
  const page = load.kind === 'ready' ? load.page : undefined
  useEffect(() => {
    if (!page) return
    document.title = page.title ? `${page.title} · ${page.seller}` : page.seller
    wearColor(page.brandColor)
  }, [page])
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      {page && <TestBand livemode={page.livemode} />}
      <main className="mx-auto w-full max-w-md flex-1 px-4 py-6 md:py-10">
        {load.kind === 'loading' && <Loading />}
        {load.kind === 'failed' && load.notFound && <NoPage slug={slug} />}
        {load.kind === 'failed' && !load.notFound && (
          <Failed text={t(hasBegun(slug) ? 'begunText' : 'failedText')} onRetry={reload} />
        )}
        {page && <Selling page={page} fewer={fewer} onStale={reload} onQuantity={onQuantity} />}
        {page && <Contact of={page} />}
      </main>
      <Footer />
    </div>
  )
}

interface SellingProps {
  page: CheckoutPage
  fewer: readonly CheckoutPage[]
  onStale: () => void
  onQuantity: (quantity: number) => void
}

function Selling({ page, fewer, onStale, onQuantity }: SellingProps) {
  const { token, setOrder, forget } = useOrder(page.slug)
  const [values, setValues] = useState(() => typedBefore(page.slug))
  const [chosen, setChosen] = useState<PaymentMethod>()
  const [count, setCount] = useState(1)
  const [isOther, setOther] = useState(false)
  const [held] = useState(() => (token === undefined ? heldOrder(page.slug) : undefined))
  const [isNew, setNew] = useState(false)
  const [said, say] = useState('')
  const onOrder = (checkout: Checkout) => {
    setOrder(checkout)
    setNew(true)
  }
  const [left, forgetLeft] = useLeftTry(page.slug, onOrder)
  const form = (
    <BuyForm
      page={page}
      token={token}
      chosen={chosen}
      onChoose={setChosen}
      count={count}
      onCount={setCount}
      values={values}
      onValues={(typed) => {
        setValues(typed)
        keepTyped(page.slug, typed)
      }}
      onSend={() => {
        forgetLeft()
        // What comes next is said though it is the same.
        say('')
      }}
      onMade={(checkout) => {
        onOrder(checkout)
        setOther(false)
        // Of a card that has been charged nothing stays in the page.
        setValues(({ cardNumber: _number, cvv: _code, ...kept }) => ({ ...kept, cardNumber: '', cvv: '' }))
      }}
      onStale={onStale}
    />
  )
  const sale = (
    <Sale page={page} fewer={fewer} onQuantity={onQuantity} onChoose={setChosen}>
      {form}
    </Sale>
  )
  const isAsked = token === undefined || isOther
  const shown = (
    <>
      {isAsked && <PageHeader page={page} />}
      {isAsked && left === 'nothing' && <NothingMade />}
      {token === undefined && held !== undefined && <Held slug={page.slug} token={held} />}
      {isAsked ? (
        sale
      ) : (
        <Order
          key={token}
          page={page}
          token={token}
          onOther={() => setOther(true)}
          onUnknown={forget}
          onPaid={onStale}
          isNew={isNew}
          onSay={say}
          onAgain={isPageOpen(page.state) ? forget : undefined}
          onChoose={setChosen}
        >
          {sale}
        </Order>
      )}
    </>
  )
  return (
    <>
      {/* It is there before it says anything: what comes with its words is not read out everywhere. */}
      <p role="status" className="sr-only">
        {said}
      </p>
      {left === 'asking' ? <LeftTry /> : shown}
    </>
  )
}

interface OrderProps {
  page: CheckoutPage
  token: string
  /** It has come since the page was opened. */
  isNew: boolean
  /** To those who do not see it. */
  onSay: (words: string) => void
  onOther: () => void
  /** There is no such order. */
  onUnknown: () => void
  /** The page may sell nothing more. */
  onPaid: () => void
  /** Undefined where nothing more is sold. */
  onAgain: (() => void) | undefined
  onChoose: (method: PaymentMethod) => void
  children: React.ReactNode
}

function Order({ page, token, isNew, onSay, onOther, onUnknown, onPaid, onAgain, onChoose, children }: OrderProps) {
  const { t } = useTranslation('buy')
  const { state, reload } = useCheckout(token)
  const checkout = state.kind === 'ready' ? state.checkout : undefined
  const shown = useCame(checkout, isNew, onSay)
  const isBought = checkout !== undefined && isPaid(checkout.status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once
  useEffect(() => {
    if (!isBought) return
    forgetTyped(page.slug)
    onPaid()
  }, [isBought, page.slug])
  useEffect(() => {
    if (checkout) holdOrder(page.slug, checkout)
  }, [checkout, page.slug])
  const isUnknown = state.kind === 'failed' && state.notFound
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once
  useEffect(() => {
    if (!isUnknown) return
    letGo(page.slug, token)
    onUnknown()
  }, [isUnknown])
  if (isUnknown || (checkout && sellsAgain(checkout))) {
    return (
      <>
        <PageHeader page={page} />
        <div ref={shown}>
          {checkout && isPageOpen(page.state) && (
            <Refusal
              checkout={checkout}
              methods={page.paymentMethods.map(({ paymentMethod }) => paymentMethod)}
              onChoose={onChoose}
            />
          )}
        </div>
        {children}
      </>
    )
  }
  return (
    <>
      {/* The order comes to its own sum, whatever the form asks for; what another way would come to is no news. */}
      <PageHeader page={{ ...page, amount: checkout?.amount, installments: [] }} />
      {state.kind === 'loading' && <Skeleton className="h-72 rounded-2xl" />}
      {state.kind === 'failed' && <Failed text={t('begunText')} onRetry={reload} />}
      {checkout && (
        <div ref={shown}>
          <OrderView checkout={checkout} page={page} onOther={onOther} />
          {isBought && onAgain && <BuyAgain onAgain={onAgain} />}
        </div>
      )}
    </>
  )
}
