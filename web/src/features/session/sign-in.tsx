import { typeboxResolver } from '@hookform/resolvers/typebox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { SignIn } from '../../api/schemas.ts'
import { Button } from '../../ui/button.tsx'
import { withMissing } from '../../ui/missing-fields.ts'
import { TextField } from '../../ui/text-field.tsx'
import { hasDrafts } from '../../ui/use-draft.ts'
import { useErrorText } from '../../ui/use-error-text.ts'
import { CodeStep } from './code-step.tsx'
import { DemoPeople } from './demo-people.tsx'
import { Heading, Refusal, SignInFrame } from './frame.tsx'
import { isCodeAsked, sessionQueries, signIn } from './queries.ts'
import { safePath } from './safe-path.ts'
import { SESSION_ENDED } from './session-context.ts'
import { useEntry } from './use-entry.ts'

export function SignInPage() {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation()
  const me = useQuery(sessionQueries.me())
  const next = safePath(search.get('next'))
  const [step, setStep] = useState<'password' | 'code' | 'again'>('password')
  const go = () => void navigate(next, { replace: true })

  if (me.data) return <Navigate to={next} replace />
  return (
    <SignInFrame title={t('title')}>
      {step === 'code' ? (
        <CodeStep onDone={go} onBack={() => setStep('password')} onExpired={() => setStep('again')} />
      ) : (
        <PasswordStep
          isAgain={step === 'again'}
          lead={leadTo(next, state === SESSION_ENDED)}
          onDone={go}
          onCode={() => setStep('code')}
        />
      )}
    </SignInFrame>
  )
}

interface PasswordStepProps {
  /** The code did not come in time. */
  isAgain: boolean
  lead: ReturnType<typeof leadTo>
  onDone: () => void
  onCode: () => void
}

function PasswordStep({ isAgain, lead, onDone, onCode }: PasswordStepProps) {
  const { t } = useTranslation('session')
  const errorText = useErrorText()
  const settings = useQuery(sessionQueries.settings())
  const enter = useMutation(signIn(useQueryClient()))
  const form = useForm<SignIn>({
    resolver: withMissing(typeboxResolver(SignIn)),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState
  const { isBusy, press } = useEntry(async (credentials: SignIn) => {
    const answer = await enter.mutateAsync(credentials)
    if (isCodeAsked(answer)) onCode()
    else onDone()
    return !isCodeAsked(answer)
  })
  return (
    <>
      <Heading title={t('title')} lead={t(lead)} />
      <form noValidate onSubmit={form.handleSubmit(press)} className="grid gap-4">
        {enter.isError && <Refusal>{t(failureOf(enter.error))}</Refusal>}
        {isAgain && enter.isIdle && <Refusal>{t('code.expired')}</Refusal>}
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          error={errorText(errors.email)}
          {...form.register('email')}
        />
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          required
          error={errorText(errors.password)}
          {...form.register('password')}
        />
        <Button type="submit" look="primary" busy={isBusy} className="mt-2 h-10">
          {t('submit')}
        </Button>
        <Link
          to="/forgot-password"
          className="justify-self-start text-[0.8125rem] font-medium text-accent-ink underline"
        >
          {t('forgot.link')}
        </Link>
      </form>
      {settings.data?.demo && <DemoPeople disabled={isBusy} onChoose={(credentials) => void press(credentials)} />}
    </>
  )
}

const isForm = (path: string) => path.split('?')[0]?.endsWith('/new') === true && hasDrafts()

/** Why one is asked to sign in, and where one is afterwards. */
function leadTo(next: string, hasEnded: boolean): 'lead' | 'toPage' | 'ended' | 'draftKept' {
  // A form was left half filled in, and its draft is kept.
  if (isForm(next)) return 'draftKept'
  if (hasEnded) return 'ended'
  return next === '/' ? 'lead' : 'toPage'
}

function failureOf(error: unknown): 'wrong' | 'tooMany' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 401 || error.status === 422) return 'wrong'
  return error.status === 429 ? 'tooMany' : 'failed'
}
