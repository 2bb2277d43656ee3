import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isEmail } from '../../../../domain/email.ts'
import { ApiError } from '../../api/client.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { Heading, Refusal, SignInFrame } from './frame.tsx'
import { askForPassword } from './queries.ts'

/** Shows the same text whether or not a user has the address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('session')
  const errorText = useErrorText()
  const ask = useMutation(askForPassword())
  const form = useForm({ defaultValues: { email: '' } })
  const submit = form.handleSubmit(({ email }) => ask.mutate(email))
  return (
    <SignInFrame title={t('forgot.title')}>
      {ask.isSuccess ? (
        <div role="status">
          <Heading title={t('forgot.asked')} lead={t('forgot.askedLead', { email: ask.variables })} />
        </div>
      ) : (
        <>
          <Heading title={t('forgot.title')} lead={t('forgot.lead')} />
          <form noValidate onSubmit={submit} className="mb-4 grid gap-4">
            {ask.isError && <Refusal>{t(failureOf(ask.error))}</Refusal>}
            <TextField
              required
              type="email"
              autoComplete="username"
              label={t('email')}
              error={errorText(form.formState.errors.email, 'email')}
              {...form.register('email', { required: true, validate: { email: isEmail } })}
            />
            <Button type="submit" look="primary" busy={ask.isPending} className="mt-2 h-10">
              {t('forgot.submit')}
            </Button>
          </form>
        </>
      )}
      {/* Its words stand below the fields', and its own edge beside them. */}
      <LinkButton to="/sign-in" look="quiet" className="-ml-4">
        {t('forgot.back')}
      </LinkButton>
    </SignInFrame>
  )
}

function failureOf(error: unknown): 'tooMany' | 'failed' | 'forgot.noAddress' {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 422 || error.status === 400) return 'forgot.noAddress'
  return error.status === 429 ? 'tooMany' : 'failed'
}
