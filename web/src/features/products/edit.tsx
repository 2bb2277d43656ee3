import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { type ChosenFile, FileField, PICTURES } from '../../ui/file-field.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import { NameField, SavingDialog } from '../selling/saving-dialog.tsx'
import { changeProduct } from './queries.ts'

/** What buyers read and see of it on every page that sells it. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('selling')
  const [name, setName] = useState(product.name)
  const [description, setDescription] = useState(product.description ?? '')
  const [tangible, setTangible] = useState(product.tangible)
  const [image, setImage] = useState<ChosenFile | null>(
    product.imageUrl === null ? null : { name: t('product.currentImage'), url: product.imageUrl },
  )
  const isSending = image !== null && image.url === null
  const read = () => {
    if (name.trim() === '' || isSending) return undefined
    const imageUrl = image?.url ?? null
    return { id: product.id, name: name.trim(), description: description.trim() || null, imageUrl, tangible }
  }
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
          <TextAreaField
            maxLength={2000}
            label={t('offers.description')}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
          <FileField
            label={t('product.image')}
            helper={t('product.imageHelp')}
            purpose="product"
            types={PICTURES}
            value={image}
            onValueChange={setImage}
          />
          {image !== null && !isSending && (
            <Button className="justify-self-start" onClick={() => setImage(null)}>
              {t('product.removeImage')}
            </Button>
          )}
          <label className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={tangible}
              onChange={({ target }) => setTangible(target.checked)}
            />
            {t('product.tangibleChoice')}
          </label>
        </>
      )}
    </SavingDialog>
  )
}
