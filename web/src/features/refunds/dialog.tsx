import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { canRefund } from '../../../../domain/charge-status.ts'
import { isPaidOut, isPayoutRefused } from '../../../../domain/payout.ts'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { explain } from '../../ui/states.tsx'
import { useAttemptKey } from '../payouts/attempt-key.ts'
import { createRefund } from '../payouts/queries.ts'
import { providerQueries } from '../providers/queries.ts'

/** A button for a paid charge whose provider can give money back; it names the amount before anything is sent. */
export function RefundButton({ charge }: { charge: Charge }) {
  const { t } = useTranslation(['payouts', 'common'])
  const { money } = useFormat()
  const left = charge.finalValue - charge.refundedAmount
  const [open, setOpen] = useState(false)
  const [amount, setAmount] = useState(left)
  const attempt = useAttemptKey()
  const refund = useMutation(createRefund(useQueryClient(), charge.id))
  const providers = useQuery(providerQueries.catalog())
  const provider = providers.data?.data.find(({ code }) => code === charge.provider)
  const isOffered = provider?.refundMethods.includes(charge.paymentMethod)
  if (!canRefund(charge.status) || left <= 0 || !isOffered) return null

  const isWrong = amount < 1 || amount > left
  const words = {
    amount: money(amount, charge.currency),
    left: money(left, charge.currency),
    name: charge.customer.name,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    const body = amount === left ? {} : { amount }
    refund.mutate(
      { refund: body, key: attempt.keyFor({ ...body, left }) },
      {
        onSuccess: ({ state, failureMessage }) => {
          attempt.ended()
          setOpen(false)
          if (isPayoutRefused(state)) toast.error(t('refund.rejected'), { description: failureMessage ?? '' })
          else toast.success(t(isPaidOut(state) ? 'refund.done' : 'refund.underWay', words))
        },
        onError: (error) => {
          attempt.ended(error)
          const { kind, detail } = explain(error)
          toast.error(t('refund.failed'), { description: detail ?? t(`common:error.${kind}.text`) })
        },
      },
    )
  }
  const show = (isOpen: boolean) => {
    setOpen(isOpen)
    if (isOpen) setAmount(left)
  }
  return (
    <>
      <Button onClick={() => show(true)}>{t('refund.open')}</Button>
      <Dialog open={open} onOpenChange={show} title={t('refund.title')} description={t('refund.text', words)}>
        <form noValidate onSubmit={submit}>
          <MoneyField
            required
            label={t('refund.amount')}
            value={amount}
            onValueChange={setAmount}
            helper={t('refund.left', words)}
            error={isWrong ? t('refund.wrong', words) : undefined}
          />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
            <Button type="submit" look="danger" busy={refund.isPending} disabled={isWrong}>
              {t('refund.do', words)}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}
