import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { PaymentLink } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { explain } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { useLimits } from './limits.tsx'
import { changeLink } from './queries.ts'

/** Its name, and for how long and how often it sells; what it asks for stays. */
export function EditLinkDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { t } = useTranslation(['selling', 'common'])
  const change = useMutation(changeLink(useQueryClient()))
  const { form, isTried, tried } = useTries()
  const [title, setTitle] = useState(link.title ?? '')
  const { fields, read } = useLimits(link, isTried)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    const limits = read()
    if (!limits) return
    change.mutate(
      { id: link.id, title: title.trim() || null, ...limits },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('links.editTitle')} description={t('edit.text')}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          maxLength={200}
          label={t('column.title')}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        {fields}
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
