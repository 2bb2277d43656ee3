import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { type Offer, PAYMENT_METHODS } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { explain } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changeOffer } from './queries.ts'

/** What the page asks for from now on: charges that are made already keep what they were made with. */
export function EditOfferDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation(['selling', 'common'])
  const change = useMutation(changeOffer(useQueryClient()))
  const [name, setName] = useState(offer.name)
  const [price, setPrice] = useState(offer.price)
  const [methods, setMethods] = useState<readonly string[]>(offer.paymentMethods)
  const [installments, setInstallments] = useState(String(offer.maxInstallments ?? ''))
  const [isTried, setTried] = useState(false)
  const chosen = PAYMENT_METHODS.filter((method) => methods.includes(method))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || price === 0 || chosen.length === 0) return
    const maxInstallments = Number(installments) > 0 ? Number(installments) : null
    change.mutate(
      { id: offer.id, name: name.trim(), price, paymentMethods: chosen, maxInstallments },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('edit.title')} description={t('edit.text')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          required
          maxLength={200}
          label={t('column.title')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
        />
        <MoneyField
          required
          label={t('column.amount')}
          value={price}
          onValueChange={setPrice}
          error={isTried && price === 0 ? t('amountMissing') : undefined}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-[0.8125rem] font-medium">{t('column.methods')}</legend>
          {PAYMENT_METHODS.map((method) => (
            <label key={method} className="flex min-h-8 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={methods.includes(method)}
                onChange={({ target }) =>
                  setMethods(target.checked ? [...methods, method] : methods.filter((other) => other !== method))
                }
              />
              {t(`method.${method}`)}
            </label>
          ))}
          {isTried && chosen.length === 0 && (
            <p role="alert" className="text-[0.8125rem] text-danger-ink">
              {t('edit.methodMissing')}
            </p>
          )}
        </fieldset>
        <TextField
          inputMode="numeric"
          label={t('edit.installments')}
          helper={t('edit.installmentsHelp')}
          value={installments}
          onChange={({ target }) => setInstallments(target.value.replace(/\D/g, '').slice(0, 2))}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={change.isPending}>
            {t('edit.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
