import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/client.ts'
import type { SecondFactorCode } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { tellCodesLeft } from '../profile/codes-left.ts'
import { Heading, Refusal } from './frame.tsx'
import { enterCode } from './queries.ts'
import { useEntry } from './use-entry.ts'

interface CodeStepProps {
  onDone: () => void
  /** When the password has to be typed again. */
  onBack: () => void
  /** The same, as it took too long or too many codes. */
  onExpired: () => void
}

/** The second step of signing in. */
export function CodeStep({ onDone, onBack, onExpired }: CodeStepProps) {
  const { t } = useTranslation('session')
  const { t: tp } = useTranslation('profile')
  const errorText = useErrorText()
  const [isRecovery, setRecovery] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const enter = useMutation(enterCode(queries))
  const form = useForm({ defaultValues: { code: '' } })
  const { isBusy, press } = useEntry((code: SecondFactorCode) =>
    enter.mutateAsync(code).then(
      () => {
        onDone()
        // Said also when this step is gone by then.
        if (isRecovery) void tellCodesLeft(queries, tp, () => void navigate('/profile'))
        return true
      },
      (error: unknown) => {
        if (isExpired(error)) onExpired()
        else form.setFocus('code')
        return false
      },
    ),
  )
  const change = () => {
    setRecovery(!isRecovery)
    if (enter.isError) enter.reset()
    form.reset()
    form.setFocus('code')
  }
  return (
    <>
      <Heading title={t('code.title')} lead={t(isRecovery ? 'code.recoveryLead' : 'code.lead')} />
      <form noValidate onSubmit={form.handleSubmit(press)} className="grid gap-4">
        {enter.isError && <Refusal>{t(failureOf(enter.error))}</Refusal>}
        <TextField
          autoFocus
          required
          label={t(isRecovery ? 'code.recovery' : 'code.label')}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          error={errorText(form.formState.errors.code)}
          {...form.register('code', { required: true, minLength: 6 })}
        />
        <Button type="submit" look="primary" busy={isBusy} className="mt-2 h-10">
          {t('submit')}
        </Button>
        <div className="-mx-4 flex flex-wrap justify-between gap-2">
          <Button look="quiet" onClick={change}>
            {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
          </Button>
          <Button look="quiet" onClick={onBack}>
            {t('code.back')}
          </Button>
        </div>
      </form>
    </>
  )
}

const isExpired = (error: unknown) => error instanceof ApiError && error.problem?.code === 'sign_in_expired'

function failureOf(error: unknown): 'code.wrong' | 'code.tooMany' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 401 || error.status === 422) return 'code.wrong'
  return error.status === 429 ? 'code.tooMany' : 'failed'
}
