import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Offer } from '../../api/contract.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MethodsField } from '../selling/methods-field.tsx'
import { NameField, SavingDialog } from '../selling/saving-dialog.tsx'
import { changeOffer } from './queries.ts'

/** What the page asks for from now on: charges that are made already keep what they were made with. */
export function EditOfferDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation('selling')
  const [name, setName] = useState(offer.name)
  const [price, setPrice] = useState(offer.price)
  const [paymentMethods, setMethods] = useState<Offer['paymentMethods']>(offer.paymentMethods)
  const [installments, setInstallments] = useState(String(offer.maxInstallments ?? ''))
  const read = () => {
    if (name.trim() === '' || price === 0 || paymentMethods.length === 0) return undefined
    const maxInstallments = Number(installments) > 0 ? Number(installments) : null
    return { id: offer.id, name: name.trim(), price, paymentMethods, maxInstallments }
  }
  return (
    <SavingDialog
      title={t('edit.title')}
      description={t('edit.text')}
      action={t('edit.save')}
      mutation={changeOffer(useQueryClient())}
      read={read}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <NameField value={name} onValueChange={setName} isTried={isTried} />
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
        </>
      )}
    </SavingDialog>
  )
}
