import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../api/client.ts'
import type { AccessLink } from '../../api/contract.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { CodeStep } from './code-step.tsx'
import { Heading, Refusal, SignInFrame } from './frame.tsx'
import { JoinForm } from './join.tsx'
import { NEW_PASSWORD, NewPasswordField } from './new-password-field.tsx'
import { applyLink, isCodeAsked, sessionQueries, signIn } from './queries.ts'
import { useEntry } from './use-entry.ts'

/** Where the links of mails lead: to join a platform, or to choose a new password. The token is behind the #, which is never sent. */
export function LinkPage() {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const token = useLocation().hash.slice(1)
  const [isCode, setCode] = useState(false)
  const [isKnown, setKnown] = useState(false)
  const link = useQuery({ ...sessionQueries.link(token), enabled: !isCode })
  const isDead = link.error instanceof ApiError && (link.error.status === 404 || link.error.status === 422)
  const toSignIn = () => void navigate('/sign-in', { replace: true })
  const title = t(link.data ? `link.${link.data.kind}.title` : 'link.title')
  return (
    <SignInFrame title={title}>
      {isCode && (
        <CodeStep onDone={() => void navigate('/', { replace: true })} onBack={toSignIn} onExpired={toSignIn} />
      )}
      {!isCode && link.isPending && <Skeleton className="h-64" />}
      {!isCode && link.isError && !isDead && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
      {!isCode && isDead && <DeadLink />}
      {!isCode && link.data && (
        <>
          <Heading title={title} lead={t(`link.${link.data.kind}.lead`, { platform: link.data.platform.name })} />
          {isKnown ? (
            <JoinForm token={token} link={link.data} onBack={() => setKnown(false)} />
          ) : (
            <LinkForm
              key={token}
              token={token}
              link={link.data}
              onDone={() => void navigate('/', { replace: true })}
              onCode={() => setCode(true)}
              onSignIn={toSignIn}
            />
          )}
          {link.data.kind === 'invitation' && !isKnown && (
            <Button look="quiet" onClick={() => setKnown(true)} className="mt-3 w-full">
              {t('link.isKnown')}
            </Button>
          )}
        </>
      )}
    </SignInFrame>
  )
}

/** Only the address tells an invitation from a password reset, and the text depends on it. */
function DeadLink() {
  const { t } = useTranslation('session')
  const isInvitation = useLocation().pathname === '/invitation'
  return (
    <>
      <Heading title={t('link.deadTitle')} lead={t(isInvitation ? 'link.deadInvitation' : 'link.deadText')} />
      <div className="flex flex-wrap gap-2">
        {!isInvitation && <LinkButton to="/forgot-password">{t('link.askAgain')}</LinkButton>}
        <LinkButton to="/sign-in" look="quiet">
          {t('forgot.back')}
        </LinkButton>
      </div>
    </>
  )
}

interface LinkFormProps {
  token: string
  link: AccessLink
  onDone: () => void
  onCode: () => void
  /** The password was saved, but signing in with it failed. */
  onSignIn: () => void
}

function LinkForm({ token, link, onDone, onCode, onSignIn }: LinkFormProps) {
  const { t } = useTranslation(['session', 'common'])
  const errorText = useErrorText()
  const apply = useMutation(applyLink())
  const enter = useMutation(signIn(useQueryClient()))
  const { kind, email, role } = link
  const isInvitation = kind === 'invitation'
  const form = useForm({ defaultValues: { name: '', password: '' } })
  const { errors } = form.formState
  // Asked once, and then done: a user who only wants their own sign-in goes another way.
  const isUnconfirmed = apply.isError && failureOf(apply.error) === 'link.unconfirmed'
  const { isBusy, press } = useEntry(async ({ name, password }: { name: string; password: string }) => {
    const ofInvitation = isInvitation ? { name: name.trim(), replace: isUnconfirmed } : {}
    await apply.mutateAsync({ token, password, ...ofInvitation })
    await enter.mutateAsync({ email, password }).then((answer) => (isCodeAsked(answer) ? onCode() : onDone()), onSignIn)
    return true
  })
  return (
    <form noValidate onSubmit={form.handleSubmit(press)} className="grid gap-4">
      <Facts>
        <Fact label={t('email')}>{email}</Fact>
        {role && <Fact label={t('link.role')}>{t(`common:account.roles.${role}`)}</Fact>}
      </Facts>
      {apply.isError && <Refusal>{t(failureOf(apply.error))}</Refusal>}
      {isInvitation && (
        <TextField
          required
          maxLength={100}
          autoComplete="name"
          label={t('link.name')}
          error={errorText(errors.name)}
          {...form.register('name', { validate: { required: (name) => name.trim() !== '' } })}
        />
      )}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label={t('link.password')}
        failure={errors.password}
        {...form.register('password', NEW_PASSWORD)}
      />
      <Button type="submit" look="primary" busy={isBusy} className="mt-2 h-10">
        {t(isUnconfirmed ? 'link.replace' : `link.${kind}.submit`)}
      </Button>
    </form>
  )
}

function failureOf(error: unknown): 'link.known' | 'link.unconfirmed' | 'link.deadText' | 'tooMany' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.problem?.errors?.some(({ rule }) => rule === 'unconfirmed')) return 'link.unconfirmed'
  if (error.status === 409) return 'link.known'
  if (error.status === 404) return 'link.deadText'
  return error.status === 429 ? 'tooMany' : 'failed'
}
