import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '../../api/contract.ts'
import { NameField, SavingDialog } from '../selling/saving-dialog.tsx'
import { useProductFields } from './fields.tsx'
import { changeProduct } from './queries.ts'

export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('selling')
  const [name, setName] = useState(product.name)
  const { fields, values, isSending } = useProductFields(product)
  const read = () => (name.trim() === '' || isSending ? undefined : { id: product.id, name: name.trim(), ...values })
  return (
    <SavingDialog
      title={t('product.edit')}
      description={t('product.editText')}
      action={t('edit.save')}
      mutation={changeProduct(useQueryClient())}
      read={read}
      disabled={isSending}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <NameField value={name} onValueChange={setName} isTried={isTried} />
          {fields}
        </>
      )}
    </SavingDialog>
  )
}
