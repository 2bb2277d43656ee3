import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { stateOfZipCode } from '../../../../domain/zip-code-state.ts'
import { ApiError } from '../../api/client.ts'
import type { Checkout, CheckoutPage, PaymentMethod } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LANGUAGES } from '../../i18n/language.ts'
import { BUYER_BUTTON } from '../../ui/buyer-button.ts'
import { cx } from '../../ui/class-names.ts'
import { isSecondPress } from '../../ui/second-press.ts'
import { useTries } from '../../ui/use-tries.ts'
import { useWaited } from '../../ui/use-waited.ts'
import { type Failure, failureOf } from './failure.ts'
import { BuyersFields } from './fields.tsx'
import { InstallmentsField } from './installments-field.tsx'
import { Instead } from './instead.tsx'
import { MethodChoice } from './method-choice.tsx'
import { outlivesPage } from './unanswered-try.ts'
import { useLostTry, usePay } from './use-buying.ts'
import {
  askedFields,
  type FieldName,
  type Mistakes,
  mistakesAt,
  mistakesOf,
  sentOf,
  toBody,
  type Values,
} from './values.ts'

interface FormProps {
  page: CheckoutPage
  /** Of the try before. */
  token: string | undefined
  chosen: PaymentMethod | undefined
  onChoose: (paymentMethod: PaymentMethod) => void
  /** The number of installments that was chosen; the page may offer others. */
  count: number
  onCount: (count: number) => void
  values: Values
  onValues: (values: Values) => void
  onSend: () => void
  onMade: (checkout: Checkout) => void
  /** The page may have changed since it was read. */
  onStale: () => void
}

export function BuyForm(props: FormProps) {
  const { page, token, chosen, onChoose, count, onCount, values, onValues, onSend, onMade, onStale } = props
  const { t, i18n } = useTranslation('buy')
  const { money, span } = useFormat()
  const pay = usePay(page.slug)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const [isBehind, setBehind] = useState(false)
  useLostTry(page.slug, failure?.kind === 'offline' && !isBusy, onMade)
  const waited = useWaited(isBusy)
  // Without storage, the buyer is not told that they may leave the page.
  const note = waited && !outlivesPage(page.slug) ? 'long' : waited
  const { form, tried } = useTries()
  const method = page.paymentMethods.find(({ paymentMethod }) => paymentMethod === chosen) ?? page.paymentMethods[0]
  if (!method) return null
  const { paymentMethod, requires } = method
  const asked = askedFields(paymentMethod, requires)
  const isCard = paymentMethod === 'CREDIT_CARD'
  const others = page.paymentMethods.map((each) => each.paymentMethod).filter((each) => each !== paymentMethod)
  const option = page.installments.find(({ installmentNumber }) => installmentNumber === count)
  // Another quantity may be of other installments.
  const installments = option ? count : 1
  const total = isCard ? (option?.finalValue ?? page.amount) : page.amount

  const change = (name: FieldName, value: string) => {
    const state = name === 'zipCode' && values.state === '' ? stateOfZipCode(value) : undefined
    onValues({ ...values, ...defined({ state }), [name]: value })
    const { [name]: _, ...left } = mistakes
    setMistakes(left)
    if (failure?.kind === 'fields' && name in mistakes && Object.keys(left).length === 0) setFailure(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = sentOf(values)
    const wrong = mistakesOf(sent, asked)
    setMistakes(wrong)
    setFailure(Object.keys(wrong).length > 0 ? { kind: 'fields' } : undefined)
    if (Object.keys(wrong).length > 0) {
      tried()
      return
    }
    setFailure(undefined)
    setBusy(true)
    setBehind(false)
    onSend()
    const language = LANGUAGES.find((known) => known === i18n.language)
    const choice = { paymentMethod, installments, quantity: page.quantity, total, token, language }
    try {
      onMade(await pay(toBody(sent, asked, choice), () => setBehind(true)))
    } catch (error) {
      setFailure(failureOf(error, paymentMethod, others.length > 0))
      if (error instanceof ApiError) setMistakes(mistakesAt((error.problem?.errors ?? []).map(({ path }) => path)))
      tried()
      onStale()
    }
    setBusy(false)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <MethodChoice
        methods={page.paymentMethods.map((each) => each.paymentMethod)}
        chosen={paymentMethod}
        onChoose={onChoose}
        most={page.installments.at(-1)?.installmentNumber ?? 1}
      />
      <BuyersFields asked={asked} values={values} mistakes={mistakes} onChange={change} />
      {isCard && page.installments.length > 1 && (
        <InstallmentsField options={page.installments} price={page.amount} count={installments} onCount={onCount} />
      )}
      <div role="alert" className="text-danger-ink empty:hidden">
        {failure && t(`failure.${failure.kind}`, { wait: span(failure.wait ?? 0), seller: page.seller })}
        {failure?.kind === 'tooManyCards' && (
          <Instead
            methods={others}
            onChoose={(other) => {
              setFailure(undefined)
              onChoose(other)
            }}
          />
        )}
      </div>
      <p role="status" className="text-ink-soft text-pretty empty:hidden">
        {isBusy && isBehind ? t('waited.behind') : note && t(`waited.${note}.${paymentMethod}`)}
      </p>
      <button
        type="submit"
        onClick={(event) => isSecondPress(event) && event.preventDefault()}
        disabled={isBusy}
        aria-busy={isBusy || undefined}
        className={cx(BUYER_BUTTON, 'disabled:opacity-60')}
      >
        {isBusy ? t('paying') : t(`pay.${paymentMethod}`, { total: money(total) })}
      </button>
    </form>
  )
}
