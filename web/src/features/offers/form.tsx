import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { defined } from '../../../../domain/defined.ts'
import { PAYMENT_METHODS, type Product } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { explain } from '../../ui/states.tsx'
import { TextAreaField, TextField } from '../../ui/text-field.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { addOffer } from './queries.ts'

interface OfferDialogProps {
  /** A further offer of it; left out, a product is made with its first offer. */
  product?: Product
  onClose: () => void
}

/** An offer that is paid by every method: what a shop begins with. */
export function OfferDialog({ product, onClose }: OfferDialogProps) {
  const { t } = useTranslation(['selling', 'common'])
  const add = useMutation(addOffer(useQueryClient()))
  const { form, isTried, tried } = useTries()
  const [name, setName] = useState(product?.name ?? '')
  const [description, setDescription] = useState('')
  const [price, setPrice] = useState(0)
  const [slug, setSlug] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (name.trim() === '' || price === 0) return
    const more = defined({
      productId: product?.id,
      description: description.trim() || undefined,
      slug: slug || undefined,
    })
    add.mutate(
      { name: name.trim(), price, paymentMethods: [...PAYMENT_METHODS], ...more },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('offers.new')}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          required
          maxLength={200}
          label={t('column.title')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
        />
        {!product && (
          <TextAreaField
            maxLength={2000}
            label={t('offers.description')}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
        <MoneyField
          required
          label={t('column.amount')}
          value={price}
          onValueChange={setPrice}
          error={isTried && price === 0 ? t('amountMissing') : undefined}
        />
        <TextField
          label={t('offers.slug')}
          helper={t('offers.slugHelp')}
          value={slug}
          onChange={({ target }) => setSlug(target.value.toLowerCase().replace(/[^a-z0-9-]/g, '-'))}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={add.isPending}>
            {t('offers.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
