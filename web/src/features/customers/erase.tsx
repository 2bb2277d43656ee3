import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { KnownCustomer } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { maskDocument } from '../../ui/masks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { eraseCustomer } from './queries.ts'

/** Cannot be taken back: who asks for it types what the customer is known by, which also tells one namesake from another. */
export function EraseButton({ customer }: { customer: KnownCustomer }) {
  const { t } = useTranslation(['customers', 'common'])
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const erase = useMutation(eraseCustomer(useQueryClient(), customer))
  const { name, document, email } = customer
  const isRight = document ? bare(typed) === bare(document) : typed.trim().toLowerCase() === email.toLowerCase()
  const show = (isOpen: boolean) => {
    setOpen(isOpen)
    setTyped('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRight) return
    erase.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('erase.done'))
        void navigate('/customers', { replace: true })
      },
      onError: (error) => tellFailure(t('erase.failed'), error, { conflict: t('erase.underWay') }),
    })
  }
  return (
    <>
      <Button look="quiet" onClick={() => show(true)}>
        {t('erase.open')}
      </Button>
      <Dialog open={open} onOpenChange={show} title={t('erase.title', { name })} description={t('erase.text')}>
        <form noValidate onSubmit={submit}>
          <p className="mb-4 text-ink-soft text-pretty">{t('erase.kept')}</p>
          <TextField
            required
            autoComplete="off"
            label={t(document ? 'erase.document' : 'erase.email')}
            helper={t('erase.proof', { proof: document ? maskDocument(document) : email })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <DialogActions>
            <Button onClick={() => show(false)}>{t('common:cancel')}</Button>
            <Button type="submit" look="danger" busy={erase.isPending} disabled={!isRight}>
              {t('erase.do')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}

const bare = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
