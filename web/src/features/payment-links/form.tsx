import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { defined } from '../../../../domain/defined.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { explain } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addLink } from './queries.ts'

/** A link for an amount: of one sale, or of as many as come. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['selling', 'common'])
  const add = useMutation(addLink(useQueryClient()))
  const [title, setTitle] = useState('')
  const [amount, setAmount] = useState(0)
  const [uses, setUses] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(amount === 0)
    if (amount === 0) return
    const maxUses = Number(uses) > 0 ? Number(uses) : undefined
    add.mutate(
      { amount, ...defined({ title: title.trim() || undefined, maxUses }) },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('links.new')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField label={t('column.title')} value={title} onChange={({ target }) => setTitle(target.value)} />
        <MoneyField
          required
          label={t('column.amount')}
          value={amount}
          onValueChange={setAmount}
          error={isWrong && amount === 0 ? t('amountMissing') : undefined}
        />
        <TextField
          inputMode="numeric"
          label={t('links.maxUses')}
          helper={t('links.maxUsesHelp')}
          value={uses}
          onChange={({ target }) => setUses(target.value.replace(/\D/g, '').slice(0, 6))}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={add.isPending}>
            {t('links.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
