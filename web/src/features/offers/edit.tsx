import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { Offer } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { explain } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { MethodsField } from '../selling/methods-field.tsx'
import { changeOffer } from './queries.ts'

/** What the page asks for from now on: charges that are made already keep what they were made with. */
export function EditOfferDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation(['selling', 'common'])
  const change = useMutation(changeOffer(useQueryClient()))
  const { form, isTried, tried } = useTries()
  const [name, setName] = useState(offer.name)
  const [price, setPrice] = useState(offer.price)
  const [paymentMethods, setMethods] = useState<Offer['paymentMethods']>(offer.paymentMethods)
  const [installments, setInstallments] = useState(String(offer.maxInstallments ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (name.trim() === '' || price === 0 || paymentMethods.length === 0) return
    const maxInstallments = Number(installments) > 0 ? Number(installments) : null
    change.mutate(
      { id: offer.id, name: name.trim(), price, paymentMethods, maxInstallments },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('edit.title')} description={t('edit.text')}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
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
        <MethodsField
          value={paymentMethods}
          onValueChange={(methods) => setMethods([...methods])}
          error={isTried && paymentMethods.length === 0 ? t('edit.methodMissing') : undefined}
        />
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
