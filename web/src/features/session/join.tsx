import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/client.ts'
import type { AccessLink } from '../../api/contract.ts'
import { workplacePath } from '../../api/mode.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { isLastAdmin } from '../people/last-admin.ts'
import { CodeStep } from './code-step.tsx'
import { Refusal } from './frame.tsx'
import { OwnPasswordStep } from './own-password-step.tsx'
import { isCodeAsked, isOwnPasswordAsked, join, signIn } from './queries.ts'
import { useEntry } from './use-entry.ts'

/** Accepts an invitation with an existing sign-in. */
export function JoinForm({ token, link, onBack }: { token: string; link: AccessLink; onBack: () => void }) {
  const { t } = useTranslation(['session', 'common', 'people'])
  const errorText = useErrorText()
  const [isCode, setCode] = useState(false)
  const [isNotOwn, setNotOwn] = useState(false)
  const enter = useMutation(signIn(useQueryClient()))
  const accept = useMutation({
    ...join(),
    onSuccess: (place) => location.assign(workplacePath(place)),
    onError: (error) => {
      // A code serves once: what comes next is the password.
      setCode(false)
      if (isOwnPasswordAsked(error)) setNotOwn(true)
    },
  })
  const refusal = accept.isError ? t(whyNot(accept.error)) : undefined
  const form = useForm({ defaultValues: { password: '' } })
  const { isBusy, press } = useEntry(async ({ password }: { password: string }) => {
    accept.reset()
    const answer = await enter.mutateAsync({ email: link.email, password })
    if (isCodeAsked(answer)) setCode(true)
    else await accept.mutateAsync({ token })
    return !isCodeAsked(answer)
  })
  if (isNotOwn) {
    return (
      <OwnPasswordStep
        email={link.email}
        refusal={isOwnPasswordAsked(accept.error) ? undefined : refusal}
        busy={accept.isPending || accept.isSuccess}
        onChosen={(password) => accept.mutate({ token, password })}
      />
    )
  }
  if (isCode) {
    return (
      <CodeStep
        onDone={() => accept.mutate({ token })}
        onBack={() => setCode(false)}
        onExpired={() => setCode(false)}
      />
    )
  }
  return (
    <form noValidate onSubmit={form.handleSubmit(press)} className="grid gap-4">
      <Facts>
        <Fact label={t('email')}>{link.email}</Fact>
        {link.role && <Fact label={t('link.role')}>{t(`common:account.roles.${link.role}`)}</Fact>}
      </Facts>
      {enter.isError && <Refusal>{t(isWrong(enter.error) ? 'wrong' : 'failed')}</Refusal>}
      {refusal && <Refusal>{refusal}</Refusal>}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <TextField
        required
        type="password"
        autoComplete="current-password"
        label={t('link.password')}
        error={errorText(form.formState.errors.password)}
        {...form.register('password', { required: true })}
      />
      <Button type="submit" look="primary" busy={isBusy} className="mt-2 h-10">
        {t('link.join')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('link.notKnown')}
      </Button>
    </form>
  )
}

const isWrong = (error: unknown) => error instanceof ApiError && error.status === 401
const whyNot = (error: unknown) =>
  isGone(error) ? 'link.deadText' : isLastAdmin(error) ? 'people:person.lastAdmin' : 'failed'

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
