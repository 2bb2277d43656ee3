import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { defined } from '../../../../domain/defined.ts'
import type { Offer } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { explain } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { useLimits } from './limits.tsx'
import { addLink } from './queries.ts'

interface LinkDialogProps {
  /** The link is for one of these; left out, for an amount. */
  offers?: readonly Offer[]
  onClose: () => void
}

/** A link for an amount or an offer: of one sale, or of as many as come. */
export function LinkDialog({ offers, onClose }: LinkDialogProps) {
  const { t } = useTranslation(['selling', 'common'])
  const add = useMutation(addLink(useQueryClient()))
  const { form, isTried, tried } = useTries()
  const [title, setTitle] = useState('')
  const [amount, setAmount] = useState(0)
  const [offerId, setOfferId] = useState(offers?.[0]?.id ?? null)
  const { fields, read } = useLimits(undefined, isTried)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    const limits = read()
    const what = offerId === null ? { amount } : { offerId }
    if (!limits || (offerId === null && amount === 0)) return
    const expiresAt = limits.expiresAt ?? undefined
    const maxUses = limits.maxUses ?? undefined
    add.mutate(
      { ...what, ...defined({ title: title.trim() || undefined, expiresAt, maxUses }) },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('links.new')}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          maxLength={200}
          label={t('column.title')}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        {offers ? (
          <SelectField
            required
            label={t('links.offer')}
            options={offers.map(({ id, name }) => ({ value: id, label: name }))}
            value={offerId}
            onValueChange={setOfferId}
          />
        ) : (
          <MoneyField
            required
            label={t('column.amount')}
            value={amount}
            onValueChange={setAmount}
            error={isTried && amount === 0 ? t('amountMissing') : undefined}
          />
        )}
        {fields}
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
