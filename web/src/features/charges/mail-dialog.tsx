import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bringsMoney } from '../../../../domain/charge.ts'
import { mailKindOf } from '../../../../domain/charge-mail.ts'
import { defined } from '../../../../domain/defined.ts'
import { isEmail } from '../../../../domain/email.ts'
import type { Charge, ChargeMail } from '../../api/contract.ts'
import { asOfServer } from '../../api/server-clock.ts'
import { isSurelyNotMade } from '../../api/tries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, FIRST_FIELD } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useTries } from '../../ui/use-tries.ts'
import { mailCharge } from './queries.ts'

interface MailDialogProps {
  charge: Charge
  /** To be sent once more; what the charge is for now, if left out. */
  mail?: ChargeMail
  onClose: () => void
}

/** Sends a mail to the charge's buyer; its address can be corrected. */
export function MailDialog({ charge, mail, onClose }: MailDialogProps) {
  const { t } = useTranslation(['chargeMails', 'common'])
  const [to, setTo] = useState(mail?.to ?? charge.customer.email)
  const { form, isTried, tried } = useTries()
  const send = useMutation({
    ...mailCharge(useQueryClient(), charge.id),
    onSuccess: (sent) => {
      toast.success(t(charge.livemode ? 'queued' : 'kept', { to: sent.to ?? to }))
      onClose()
    },
    onError: (error) =>
      void tellFailure(t(isSurelyNotMade(error) ? 'failed' : 'unknown'), error, { conflict: t('over') }),
  })
  const address = to.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (!isEmail(address)) return
    const kind = mail?.kind ?? mailKindOf(charge, null, asOfServer(Date.now()))
    send.mutate({ kind, to: address, ...defined({ mailId: mail?.id }) })
  }
  const first = bringsMoney(charge.status) ? 'paid' : 'asks'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(mail ? 'again' : 'send')}
      description={t(`text.${mail ? 'again' : first}`)}
    >
      <form ref={form} noValidate onSubmit={submit}>
        <TextField
          required
          {...FIRST_FIELD}
          type="email"
          autoCapitalize="none"
          label={t('address')}
          helper={t('addressHint')}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          error={isTried && !isEmail(address) ? t('common:invalid.email') : undefined}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={send.isPending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
