import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { Product } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { type ChosenFile, FileField, PICTURES } from '../../ui/file-field.tsx'
import { explain } from '../../ui/states.tsx'
import { TextAreaField, TextField } from '../../ui/text-field.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { changeProduct } from './queries.ts'

/** What buyers read and see of it on every page that sells it. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation(['selling', 'common'])
  const change = useMutation(changeProduct(useQueryClient()))
  const { form, isTried, tried } = useTries()
  const [name, setName] = useState(product.name)
  const [description, setDescription] = useState(product.description ?? '')
  const [tangible, setTangible] = useState(product.tangible)
  const [image, setImage] = useState<ChosenFile | null>(
    product.imageUrl === null ? null : { name: t('product.currentImage'), url: product.imageUrl },
  )
  const isSending = image !== null && image.url === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (name.trim() === '' || isSending) return
    const imageUrl = image?.url ?? null
    change.mutate(
      { id: product.id, name: name.trim(), description: description.trim() || null, imageUrl, tangible },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('product.edit')} description={t('product.editText')}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          required
          maxLength={200}
          label={t('column.title')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
        />
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
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={change.isPending} disabled={isSending}>
            {t('edit.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
