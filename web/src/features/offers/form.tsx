import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { PAYMENT_METHODS, type Product } from '../../api/contract.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextAreaField, TextField } from '../../ui/text-field.tsx'
import { NameField, SavingDialog } from '../selling/saving-dialog.tsx'
import { addOffer } from './queries.ts'

interface OfferDialogProps {
  /** A further offer of it; left out, a product is made with its first offer. */
  product?: Product
  onClose: () => void
}

/** An offer that is paid by every method: what a shop begins with. */
export function OfferDialog({ product, onClose }: OfferDialogProps) {
  const { t } = useTranslation('selling')
  const [name, setName] = useState(product?.name ?? '')
  const [description, setDescription] = useState('')
  const [price, setPrice] = useState(0)
  const [slug, setSlug] = useState('')
  const read = () => {
    if (name.trim() === '' || price === 0) return undefined
    const more = defined({
      productId: product?.id,
      description: description.trim() || undefined,
      slug: slug || undefined,
    })
    return { name: name.trim(), price, paymentMethods: [...PAYMENT_METHODS], ...more }
  }
  return (
    <SavingDialog
      title={t('offers.new')}
      action={t('offers.make')}
      mutation={addOffer(useQueryClient())}
      read={read}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <NameField value={name} onValueChange={setName} isTried={isTried} />
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
        </>
      )}
    </SavingDialog>
  )
}
