import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { RecoveryCodes, SecondFactorCode, SecondFactorEnrolment, SecondFactorStart } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SecretText } from '../../ui/once-dialog.tsx'
import { QrImage } from '../../ui/qr-image.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useErrorText } from '../../ui/use-error-text.ts'
import { WIDE } from '../../ui/use-media.ts'
import { beginFactor, confirmFactor } from './queries.ts'
import { RecoveryCodesList } from './recovery-codes.tsx'
import { refusalOf } from './refusal.ts'

/** Three steps: the password, the app and its first code, the recovery codes. */
export function EnrolDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const begin = useMutation(beginFactor())
  const confirm = useMutation(confirmFactor(useQueryClient()))
  const close = () => {
    // The codes that the answer brings are shown this once.
    if (confirm.isPending) return
    onClose()
    begin.reset()
    confirm.reset()
  }
  if (confirm.data) {
    return (
      <Dialog open={open} onOpenChange={close} title={t('codes.title')} description={t('codes.text')}>
        <RecoveryCodesList codes={confirm.data.recoveryCodes} onDone={close} />
      </Dialog>
    )
  }
  if (begin.data) {
    return (
      <Dialog open={open} onOpenChange={close} title={t('factor.scanTitle')} description={t('factor.scanText')}>
        <ConfirmForm enrolment={begin.data} confirm={confirm} onCancel={close} />
      </Dialog>
    )
  }
  return (
    <Dialog open={open} onOpenChange={close} title={t('factor.enable')} description={t('factor.beginText')}>
      <BeginForm begin={begin} onCancel={close} />
    </Dialog>
  )
}

function BeginForm({
  begin,
  onCancel,
}: {
  begin: UseMutationResult<SecondFactorEnrolment, Error, SecondFactorStart>
  onCancel: () => void
}) {
  const { t } = useTranslation(['profile', 'common'])
  const { t: tp } = useTranslation('profile')
  const errorText = useErrorText()
  const form = useForm({ defaultValues: { password: '' } })
  const submit = form.handleSubmit((start) =>
    begin.mutate(start, {
      onError: (error) => refusalOf(error, tp, (_, why) => form.setError('password', why)),
    }),
  )
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        required
        type="password"
        autoComplete="current-password"
        label={t('password')}
        error={errorText(form.formState.errors.password)}
        {...form.register('password', { required: true })}
      />
      <DialogActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" busy={begin.isPending}>
          {t('factor.next')}
        </Button>
      </DialogActions>
    </form>
  )
}

function ConfirmForm({
  enrolment,
  confirm,
  onCancel,
}: {
  enrolment: SecondFactorEnrolment
  confirm: UseMutationResult<RecoveryCodes, Error, SecondFactorCode>
  onCancel: () => void
}) {
  const { t } = useTranslation(['profile', 'common'])
  const { t: tp } = useTranslation('profile')
  const errorText = useErrorText()
  const form = useForm({ defaultValues: { code: '' } })
  const submit = form.handleSubmit((code) =>
    confirm.mutate(code, {
      onSuccess: () => toast.success(t('factor.enabled')),
      onError: (error) => refusalOf(error, tp, (_, why) => form.setError('code', why)),
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-[auto_1fr]">
        <QrImage
          code={enrolment.uri}
          image={null}
          label={t('factor.qr')}
          className="mx-auto size-44 rounded-lg border border-line"
        />
        <div className="grid content-center gap-2">
          <p className="text-[0.8125rem] text-ink-faint">{t('factor.secret')}</p>
          <SecretText>{enrolment.secret}</SecretText>
          <CopyButton text={enrolment.secret} label={t('factor.copySecret')} className="justify-self-start" />
        </div>
      </div>
      <TextField
        required
        // The step that had the focus is gone. On a phone the keyboard would cover what is to be copied first.
        autoFocus={matchMedia(WIDE).matches}
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('code')}
        error={errorText(form.formState.errors.code)}
        {...form.register('code', { required: true, minLength: 6 })}
      />
      <DialogActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" busy={confirm.isPending}>
          {t('factor.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}
