import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { canRefund } from '../../../../domain/charge.ts'
import { defined } from '../../../../domain/defined.ts'
import { isDisbursementRefused, isPaidOut } from '../../../../domain/disbursement.ts'
import { wholeOnlyRule } from '../../../../domain/refund-parts.ts'
import type { Charge, NewRefund, Payment } from '../../api/contract.ts'
import { isSurelyNotMade, unansweredAt } from '../../api/tries.ts'
import { failureWords } from '../../i18n/failure-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure, WordsOfThis } from '../../ui/failure.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import { paidOrAsked } from '../charges/paid-or-asked.ts'
import { useBuyerName } from '../customers/buyer.tsx'
import { createRefund } from '../disbursements/queries.ts'
import { FoldedMetadata } from '../metadata/fields.tsx'
import { resolveMetadata, toMetadata, toRows } from '../metadata/values.ts'
import { providerQueries } from '../providers/queries.ts'
import { useSession } from '../session/session-context.ts'

/**
 * A button for a paid charge, or one of its payments, whose provider can give money back; it names the amount before anything is
 * sent. A refund that had no answer is asked for again from it, as it was asked for, whatever is left by then.
 */
export function RefundButton({ charge, payment }: { charge: Charge; payment?: Payment }) {
  const { t } = useTranslation(['disbursements', 'common', 'charges', 'rules'])
  const { money } = useFormat()
  const nameOf = useBuyerName()
  const { state, provider: code, ...paid } = payment ?? ofCharge(charge)
  const left = paid.amount - paid.refundedAmount
  const place = attemptPlace(`${useSession().id}.refund.${payment?.id ?? charge.id}`)
  const findUnanswered = () => unansweredAt<NewRefund>(place)
  const [unanswered, setUnanswered] = useState(findUnanswered)
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const [told] = useState(toast.ofSession)
  const toCharge = { label: t('charges:form.openMade'), onClick: () => void navigate(`/charges/${charge.id}`) }
  const [amount, setAmount] = useState(left)
  const form = useForm({ resolver: resolveMetadata, defaultValues: { metadata: toRows() } })
  const refund = useMutation({
    ...createRefund(useQueryClient(), charge.id, place),
    // Told whatever the page shows by then: it may have been left.
    onSuccess: ({ state: became, amount: given, failureMessage }) => {
      setOpen(false)
      setUnanswered(undefined)
      toast.dismiss(place)
      const made = { amount: money(given, charge.currency), name: nameOf(charge.customer) }
      if (isDisbursementRefused(became))
        told.error(t('refund.rejected'), { description: failureWords(failureMessage ?? '') })
      else told.success(t(isPaidOut(became) ? 'refund.done' : 'refund.underWay', made))
    },
    onError: (error) => {
      setUnanswered(findUnanswered)
      if (isSurelyNotMade(error)) tellFailure(t('refund.failed'), error)
      else
        told.warning(t('refund.unanswered'), {
          id: place,
          description: <Unanswered error={error} />,
          action: toCharge,
        })
    },
  })
  const providers = useQuery(providerQueries.catalog())
  const provider = providers.data?.data.find((known) => known.code === code)
  const isSupported = provider?.refundMethods.includes(charge.paymentMethod)
  const wholeOnly = provider && wholeOnlyRule(provider, charge)
  const isOffered = canRefund(state) && left > 0 && isSupported && (!wholeOnly || left === paid.amount)
  if (!isOffered && !unanswered) {
    // It does not come back by itself, should the money come back.
    if (open) setOpen(false)
    return null
  }

  // What is under way may have changed what is left.
  const isWrong = !refund.isPending && (amount < 1 || (!unanswered && amount > left))
  const words = {
    amount: money(amount, charge.currency),
    left: money(left, charge.currency),
    name: nameOf(charge.customer),
  }
  const again = unanswered && !unanswered.isToCorrect ? unanswered.content : undefined
  const isFixed = !!again || refund.isPending
  const submit = form.handleSubmit(({ metadata }) => {
    if (isWrong || refund.isPending) return
    // All that is left is named, too: once a try without an answer has changed that, it is still the same refund.
    const wish = again ?? { amount, ...defined({ paymentId: payment?.id, metadata: toMetadata(metadata) }) }
    refund.mutate({ refund: wish, key: unanswered?.key })
  })
  const show = (isOpen: boolean) => {
    setOpen(isOpen)
    if (!isOpen) return
    const kept = findUnanswered()
    setUnanswered(kept)
    setAmount(kept?.content.amount ?? left)
    form.reset({ metadata: toRows(kept?.content.metadata) })
  }
  const helper = () => {
    if (unanswered) return t(again ? 'refund.again' : 'refund.correct')
    return wholeOnly ? t(`rules:${wholeOnly}`) : t('refund.left', words)
  }
  return (
    <>
      <Button
        onClick={() => show(true)}
        {...defined({ 'aria-label': payment ? t('refund.openPayment', { id: payment.transactionId }) : undefined })}
      >
        {t('refund.open')}
      </Button>
      <Dialog open={open} onOpenChange={show} title={t('refund.title')} description={t('refund.text', words)}>
        <FormProvider {...form}>
          <form noValidate onSubmit={submit}>
            <MoneyField
              required
              label={t('refund.amount')}
              value={amount}
              onValueChange={setAmount}
              readOnly={!!wholeOnly || isFixed}
              helper={helper()}
              error={isWrong ? t('refund.wrong', words) : undefined}
            />
            <fieldset disabled={isFixed} className="mt-4">
              <FoldedMetadata open={!!unanswered?.content.metadata} />
            </fieldset>
            <DialogActions>
              <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
              <Button type="submit" look="danger" busy={refund.isPending} disabled={isWrong}>
                {t('refund.do', words)}
              </Button>
            </DialogActions>
          </form>
        </FormProvider>
      </Dialog>
    </>
  )
}

/** The payment that pays the charge, which is the one that the API takes when none is named. */
const ofCharge = (charge: Charge) => {
  const { status: state, provider, refundedAmount } = charge
  return { state, provider, amount: paidOrAsked(charge), refundedAmount }
}

function Unanswered({ error }: { error: unknown }) {
  const { t } = useTranslation('disbursements')
  return (
    <>
      {t('refund.unansweredText')}
      <WordsOfThis error={error} />
    </>
  )
}
