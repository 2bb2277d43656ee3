import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { canRefund } from '../../../../domain/charge.ts'
import { defined } from '../../../../domain/defined.ts'
import { isDisbursementRefused, isPaidOut } from '../../../../domain/disbursement.ts'
import type { Charge, Payment } from '../../api/contract.ts'
import { isSurelyNotMade } from '../../api/tries.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure, WordsOfThis } from '../../ui/failure.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { attemptPlace } from '../../ui/use-draft.ts'
import { paidOrAsked } from '../charges/paid-or-asked.ts'
import { useBuyerName } from '../customers/buyer.tsx'
import { createRefund } from '../disbursements/queries.ts'
import { FoldedMetadata } from '../metadata/fields.tsx'
import { resolveMetadata, toMetadata, type WithMetadata } from '../metadata/values.ts'
import { providerQueries } from '../providers/queries.ts'
import { useSession } from '../session/session-context.ts'

const NO_FACTS: WithMetadata = { metadata: [] }

/**
 * A button for a paid charge, or one of its payments, whose provider can give money back; it names the amount before anything is
 * sent.
 */
export function RefundButton({ charge, payment }: { charge: Charge; payment?: Payment }) {
  const { t } = useTranslation(['disbursements', 'common'])
  const { money } = useFormat()
  const nameOf = useBuyerName()
  const { state, provider: code, ...paid } = payment ?? ofCharge(charge)
  const left = paid.amount - paid.refundedAmount
  const [open, setOpen] = useState(false)
  const [amount, setAmount] = useState(left)
  const form = useForm({ resolver: resolveMetadata, defaultValues: NO_FACTS })
  const place = attemptPlace(`${useSession().id}.refund.${payment?.id ?? charge.id}`)
  const refund = useMutation({
    ...createRefund(useQueryClient(), charge.id, place),
    // Told whatever the page shows by then: it may have been left.
    onSuccess: ({ state: became, amount: given, failureMessage }) => {
      setOpen(false)
      const made = { amount: money(given, charge.currency), name: nameOf(charge.customer) }
      if (isDisbursementRefused(became)) toast.error(t('refund.rejected'), { description: failureMessage ?? '' })
      else toast.success(t(isPaidOut(became) ? 'refund.done' : 'refund.underWay', made))
    },
    onError: (error) => {
      if (isSurelyNotMade(error)) tellFailure(t('refund.failed'), error)
      else toast.warning(t('refund.unanswered'), { description: <Unanswered error={error} /> })
    },
  })
  const providers = useQuery(providerQueries.catalog())
  const provider = providers.data?.data.find((known) => known.code === code)
  const isSupported = provider?.refundMethods.includes(charge.paymentMethod)
  const isWholeOnly = !provider?.partialRefundMethods.includes(charge.paymentMethod)
  const isOffered = canRefund(state) && left > 0 && isSupported && (!isWholeOnly || left === paid.amount)
  if (!isOffered) {
    // It does not come back by itself, should the money come back.
    if (open) setOpen(false)
    return null
  }

  // What is under way may have changed what is left.
  const isWrong = !refund.isPending && (amount < 1 || amount > left)
  const words = {
    amount: money(amount, charge.currency),
    left: money(left, charge.currency),
    name: nameOf(charge.customer),
  }
  const submit = form.handleSubmit(({ metadata }) => {
    if (isWrong || refund.isPending) return
    // All that is left is named, too: once a try without an answer has changed that, it is still the same refund.
    refund.mutate({ amount, ...defined({ paymentId: payment?.id, metadata: toMetadata(metadata) }) })
  })
  const show = (isOpen: boolean) => {
    setOpen(isOpen)
    if (!isOpen) return
    setAmount(left)
    form.reset(NO_FACTS)
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
              readOnly={isWholeOnly}
              helper={t(isWholeOnly ? 'refund.whole' : 'refund.left', words)}
              error={isWrong ? t('refund.wrong', words) : undefined}
            />
            <div className="mt-4">
              <FoldedMetadata />
            </div>
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
