import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Offer, Product } from '../../api/contract.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { offerQueries } from '../offers/queries.ts'
import { PagePreview } from '../selling/page-preview.tsx'
import { NameField, SavingDialog } from '../selling/saving-dialog.tsx'
import { useProductFields } from './fields.tsx'
import { changeProduct } from './queries.ts'

export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('selling')
  const [name, setName] = useState(product.name)
  const { fields, values, isSending, refuse } = useProductFields(product)
  const [offer] = rowsOf<Offer>(useInfiniteQuery(offerQueries.list({ productId: product.id })))
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
      onRefused={refuse}
      beside={
        offer && (
          <PagePreview
            title={offer.name}
            amount={offer.price}
            paymentMethods={offer.paymentMethods}
            maxInstallments={offer.maxInstallments}
            description={values.description}
            imageUrl={values.imageUrl}
          />
        )
      }
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
