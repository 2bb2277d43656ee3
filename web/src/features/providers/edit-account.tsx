import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { CredentialPart, ProviderAccount, ProviderAccountChange } from '../../api/contract.ts'
import { fieldErrorsOf } from '../../api/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, FIRST_FIELD } from '../../ui/dialog.tsx'
import { Why } from '../../ui/failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { LeaveGuard, useUnsaved } from '../../ui/unsaved.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { missingParts, packCredentials } from './credentials.ts'
import { editAccount, providerQueries } from './queries.ts'
import { SecretField } from './secret-field.tsx'
import { useToldOutcome } from './test-outcome.tsx'
import { useAddressRefusal } from './use-address-refusal.ts'
import { useCredentialHelper, useCredentialLabel } from './use-credential-label.ts'

interface EditAccountProps {
  account: ProviderAccount
  /** Of an account that is being connected: it takes charges once its provider has accepted the keys. */
  enables?: boolean
  onClose: () => void
}

/** Name, address and keys of an account. Keys that are left empty stay; one that is typed brings all of them. */
export function EditAccount({ account, enables = false, onClose }: EditAccountProps) {
  const { t } = useTranslation(['providers', 'common'])
  const catalog = useQuery(providerQueries.catalog())
  const credentials = catalog.data?.data.find(({ code }) => code === account.provider)?.credentials ?? []
  const [name, setName] = useState(account.name)
  const [baseUrl, setBaseUrl] = useState(account.baseUrl ?? '')
  const [parts, setParts] = useState<Record<string, string>>({})
  const { form, isTried, tried } = useTries()
  const labelOf = useCredentialLabel()
  const helperOf = useCredentialHelper()
  const change = useMutation(editAccount(useQueryClient(), { enables }))
  const tellOutcome = useToldOutcome()

  const isTyped = Object.values(parts).some((text) => text.trim() !== '')
  useUnsaved(isTyped)
  const missing = isTyped ? missingParts(credentials, parts) : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (missing.length > 0 || name.trim() === '') return
    const changed: ProviderAccountChange = {
      name: name.trim(),
      ...defined({ baseUrl: baseUrl.trim() === (account.baseUrl ?? '') ? undefined : baseUrl.trim() || null }),
      ...(isTyped ? packCredentials(credentials, parts) : {}),
    }
    change.mutate(
      { id: account.id, ...changed },
      {
        onSuccess: (saved) => {
          if (saved.lastTest?.at === account.lastTest?.at) toast.success(t('edited'))
          else tellOutcome(saved)
          onClose()
        },
        onError: tried,
      },
    )
  }
  const required = t('common:invalid.required')
  const told = fieldErrorsOf(change.error)
  const addressRefusal = useAddressRefusal()(change.error)
  // The keys were given for the address before.
  const isAskedAgain = ({ from }: CredentialPart) =>
    told.some(({ path, rule }) => path === `/${from}` && rule === 'required')
  const partError = (part: CredentialPart) => {
    if (parts[part.name]?.trim()) return undefined
    if (isAskedAgain(part)) return t('editKeysAgain')
    return isTried && missing.includes(part.name) ? required : undefined
  }
  const failure = change.error && !addressRefusal && !credentials.some(isAskedAgain) ? change.error : undefined
  return (
    <Dialog open onOpenChange={onClose} title={t('editTitle', { name: account.name })}>
      <LeaveGuard />
      <form ref={form} noValidate autoComplete="off" onSubmit={submit} className="grid gap-4">
        {failure && (
          <p role="alert" className="rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-danger-ink">
            <Why error={failure} />
          </p>
        )}
        <TextField
          required
          label={t('form.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isTried && name.trim() === '' ? required : undefined}
        />
        <TextField
          inputMode="url"
          label={t('form.baseUrl')}
          helper={t('form.baseUrlHelper')}
          error={addressRefusal}
          value={baseUrl}
          onChange={({ target }) => {
            setBaseUrl(target.value)
            if (change.isError) change.reset()
          }}
        />
        <fieldset className="grid gap-4 border-t border-line pt-4">
          <legend className="sr-only">{t('credentials')}</legend>
          <p className="text-[0.8125rem] text-ink-soft">{t('editKeys')}</p>
          {!enables && (isTyped || baseUrl.trim() !== (account.baseUrl ?? '')) && (
            <p role="status" className="text-[0.8125rem] text-warning-ink text-pretty">
              {t('editKeysDoubt')}
            </p>
          )}
          {credentials.map((part, index) => (
            <SecretField
              {...(enables && index === 0 && FIRST_FIELD)}
              key={part.name}
              label={labelOf(part)}
              helper={helperOf(part)}
              required={isTyped && part.required}
              secret={part.secret}
              value={parts[part.name] ?? ''}
              onChange={({ target }) => setParts({ ...parts, [part.name]: target.value })}
              error={partError(part)}
            />
          ))}
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={change.isPending}>
            {t('editDo')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
