/** What buyers read and see of a product on every page that sells it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { type ChosenFile, FileField, PICTURES } from '../../ui/file-field.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import { useRefusedField } from '../../ui/use-refused-field.ts'

/** @returns the fields below its name, what they say, whether a picture is still on its way, and what takes the API's refusal of it. */
export function useProductFields(product?: Product) {
  const { t } = useTranslation('selling')
  const [description, setDescription] = useState(product?.description ?? '')
  const [tangible, setTangible] = useState(product?.tangible ?? false)
  const [image, setImage] = useState<ChosenFile | null>(
    product?.imageUrl ? { name: t('product.currentImage'), url: product.imageUrl } : null,
  )
  const refused = useRefusedField('imageUrl')
  const change = (chosen: ChosenFile | null) => {
    refused.forget()
    setImage(chosen)
  }
  const isSending = image !== null && image.url === null
  const values = { description: description.trim() || null, imageUrl: image?.url ?? null, tangible }
  const fields = (
    <>
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
        isForBuyers
        value={image}
        onValueChange={change}
        error={refused.error}
      />
      {image !== null && !isSending && (
        <Button className="justify-self-start" onClick={() => change(null)}>
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
  )
  return { fields, values, isSending, refuse: refused.refuse }
}
