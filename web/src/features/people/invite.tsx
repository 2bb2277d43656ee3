import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail } from '../../../../domain/email.ts'
import type { Role } from '../../../../domain/role.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { reasonOf } from '../../ui/failure.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { invite } from './queries.ts'
import { RoleField } from './role-field.tsx'

const MOST = 20

/** One mail to each address. Those that did not work stay in the field. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const send = useMutation(invite(useQueryClient()))
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('seller')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const emails = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
    const wrong = emails.find((email) => !isEmail(email))
    if (emails.length === 0) return setError(t('common:invalid.required'))
    if (wrong !== undefined) return setError(t('invite.wrong', { email: wrong }))
    if (emails.length > MOST) return setError(t('invite.many', { count: MOST }))
    setBusy(true)
    const failed: string[] = []
    let why = ''
    for (const email of emails) {
      await send.mutateAsync({ email, role }).catch((failure: unknown) => {
        failed.push(email)
        why = reasonOf(failure, { conflict: t('invite.known') })
      })
    }
    setBusy(false)
    const count = emails.length - failed.length
    if (count > 0) toast.success(t('invite.sent', { count }))
    if (failed.length === 0) return onClose()
    setText(failed.join('\n'))
    setError(why)
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('invite.title')} description={t('invite.text')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextAreaField
          required
          label={t('invite.emails')}
          helper={t('invite.emailsHint')}
          inputMode="email"
          autoCapitalize="none"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={error}
        />
        <RoleField role={role} onChange={setRole} />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t('invite.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
