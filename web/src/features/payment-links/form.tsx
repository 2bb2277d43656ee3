import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { Offer } from '../../api/contract.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SavingDialog } from '../selling/saving-dialog.tsx'
import { useLimits } from './limits.tsx'
import { addLink } from './queries.ts'

interface LinkDialogProps {
  /** The link is for one of these; left out, for an amount. */
  offers?: readonly Offer[]
  onClose: () => void
}

/** A link for an amount or an offer: of one sale, or of as many as come. */
export function LinkDialog({ offers, onClose }: LinkDialogProps) {
  const { t } = useTranslation('selling')
  const [title, setTitle] = useState('')
  const [amount, setAmount] = useState(0)
  const [offerId, setOfferId] = useState(offers?.[0]?.id ?? null)
  const limits = useLimits()
  const read = () => {
    const wanted = limits.read()
    if (!wanted || (offerId === null && amount === 0)) return undefined
    const what = offerId === null ? { amount } : { offerId }
    const expiresAt = wanted.expiresAt ?? undefined
    const maxUses = wanted.maxUses ?? undefined
    return { ...what, ...defined({ title: title.trim() || undefined, expiresAt, maxUses }) }
  }
  return (
    <SavingDialog
      title={t('links.new')}
      action={t('links.make')}
      mutation={addLink(useQueryClient())}
      read={read}
      onClose={onClose}
    >
      {(isTried) => (
        <>
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
          {limits.fields(isTried)}
        </>
      )}
    </SavingDialog>
  )
}
