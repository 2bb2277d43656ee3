import { typeboxResolver } from '@hookform/resolvers/typebox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { SignIn } from '../../api/schemas.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { withMissing } from '../../ui/missing-fields.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { CodeStep } from './code-step.tsx'
import { DemoPeople } from './demo-people.tsx'
import { isCodeAsked, sessionQueries, signIn } from './queries.ts'
import { SignInAside } from './sign-in-aside.tsx'

export function SignInPage() {
  const { t } = useTranslation('session')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const me = useQuery(sessionQueries.me())
  const settings = useQuery(sessionQueries.settings())
  const enter = useMutation(signIn(queries))
  const form = useForm<SignIn>({
    resolver: withMissing(typeboxResolver(SignIn)),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState
  const next = safePath(search.get('next'))
  const [codeAsked, setCodeAsked] = useState(false)
  const go = () => void navigate(next, { replace: true })
  const submit = (credentials: SignIn) =>
    enter.mutate(credentials, { onSuccess: (answer) => (isCodeAsked(answer) ? setCodeAsked(true) : go()) })

  useEffect(() => {
    document.title = `${t('title')} · Trilho`
  }, [t])
  if (me.data) return <Navigate to={next} replace />

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col justify-center px-6 py-10">
        <div className="mx-auto w-full max-w-sm">
          <div className="mb-8 flex items-center gap-3">
            <Logo className="size-9" />
            <span className="text-lg font-semibold tracking-tight">Trilho</span>
          </div>
          {codeAsked ? (
            <CodeStep onDone={go} onBack={() => setCodeAsked(false)} />
          ) : (
            <>
              <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
              <p className="mt-1 mb-8 text-ink-soft">{t('lead')}</p>
              <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
                {enter.isError && (
                  <p
                    role="alert"
                    className="rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-danger-ink"
                  >
                    {t(failureOf(enter.error))}
                  </p>
                )}
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
                <Button type="submit" look="primary" busy={enter.isPending} className="mt-2 h-10">
                  {t('submit')}
                </Button>
              </form>
              {settings.data?.demo && <DemoPeople disabled={enter.isPending} onChoose={submit} />}
            </>
          )}
        </div>
      </main>
      <SignInAside />
    </div>
  )
}

function failureOf(error: unknown): 'wrong' | 'tooMany' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 401 || error.status === 422) return 'wrong'
  return error.status === 429 ? 'tooMany' : 'failed'
}

/** Only a path of our own: the address may come from anybody. */
export function safePath(next: string | null): string {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/charges'
}
