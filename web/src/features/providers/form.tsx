import { typeboxResolver } from '@hookform/resolvers/typebox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Landmark, SearchX } from 'lucide-react'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { defined } from '../../../../domain/defined.ts'
import type { NewProviderAccount as NewAccount, Provider } from '../../api/contract.ts'
import { NewProviderAccount } from '../../api/schemas.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Why } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Unread } from '../../ui/unread.tsx'
import { LeaveGuard, useUnsaved } from '../../ui/unsaved.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { platformQueries } from '../platforms/queries.ts'
import { useSession } from '../session/session-context.ts'
import { Connected } from './connected.tsx'
import { missingParts, packCredentials } from './credentials.ts'
import { lastPlace } from './order.ts'
import { connectAccount, providerQueries } from './queries.ts'
import { Requirements, requiresMore } from './requirements.tsx'
import { SecretField } from './secret-field.tsx'
import { useAddressRefusal } from './use-address-refusal.ts'
import { useCredentialHelper, useCredentialLabel } from './use-credential-label.ts'

interface AccountForm {
  name: string
  baseUrl: string
  parts: Record<string, string>
}

export function ConnectPage() {
  const { t } = useTranslation(['providers', 'common'])
  const { code = '' } = useParams()
  const catalog = useQuery(providerQueries.catalog())
  const provider = catalog.data?.data.find((known) => known.code === code)
  if (useSession().role !== 'admin') {
    return (
      <Page narrow title={t('connect')}>
        <EmptyState
          icon={Landmark}
          title={t('onlyAdmin')}
          action={<LinkButton to="/providers">{t('seeAll')}</LinkButton>}
        />
      </Page>
    )
  }
  if (provider) return <Connect provider={provider} />
  return (
    <Page narrow title={t('connect')}>
      <Unread query={catalog} waiting={<Skeleton className="h-96 rounded-xl" />} />
      {catalog.data && (
        <EmptyState
          icon={SearchX}
          title={t('noneTitle')}
          action={<LinkButton to="/providers?view=catalog">{t('toCatalog')}</LinkButton>}
        />
      )}
    </Page>
  )
}

function Connect({ provider }: { provider: Provider }) {
  const { t } = useTranslation(['providers', 'common', 'requirements'])
  const errorText = useErrorText()
  const labelOf = useCredentialLabel()
  const helperOf = useCredentialHelper()
  const accounts = useQuery(providerQueries.accounts()).data?.data ?? []
  const platform = useQuery(platformQueries.own())
  const connect = useMutation(connectAccount(useQueryClient()))
  const form = useForm({
    resolver: resolverFor(provider),
    defaultValues: { name: provider.name, baseUrl: '', parts: {} } satisfies AccountForm as AccountForm,
  })
  const { errors } = form.formState
  const addressRefusal = useAddressRefusal()(connect.error)
  useUnsaved(form.formState.isDirty && !connect.data)
  if (connect.data) return <Connected account={connect.data} provider={provider} />

  return (
    <Page narrow title={t('form.title', { name: provider.name })} lead={t('form.lead')}>
      <LeaveGuard />
      <form
        noValidate
        autoComplete="off"
        onSubmit={form.handleSubmit((account) => connect.mutate({ ...account, priority: lastPlace(accounts) }))}
        className="grid gap-4"
      >
        {connect.error && !addressRefusal && <Failure error={connect.error} />}
        {requiresMore(provider) && (
          <Panel title={t('requirements:title')}>
            <Requirements linked provider={provider} platform={platform.data} />
          </Panel>
        )}
        <Panel title={t('credentials')}>
          <div className="grid gap-4">
            {provider.credentials.map((part) => (
              <SecretField
                key={part.name}
                label={labelOf(part)}
                helper={helperOf(part)}
                required={part.required}
                secret={part.secret}
                error={errorText(errors.parts?.[part.name])}
                {...form.register(`parts.${part.name}`)}
              />
            ))}
          </div>
        </Panel>
        <Panel title={t('column.account')}>
          <div className="grid gap-4">
            <TextField
              required
              label={t('form.name')}
              helper={t('form.nameHelper')}
              error={errorText(errors.name)}
              {...form.register('name')}
            />
            <TextField
              inputMode="url"
              required={provider.host === null}
              label={t('form.baseUrl')}
              placeholder={provider.host ?? 'https://'}
              helper={t('form.baseUrlHelper')}
              error={errorText(errors.baseUrl, 'uri') ?? addressRefusal}
              {...form.register('baseUrl')}
            />
          </div>
        </Panel>
        <div className="flex justify-end gap-2 pt-2">
          <LinkButton to="/providers">{t('common:cancel')}</LinkButton>
          <Button type="submit" look="primary" busy={connect.isPending}>
            {t('form.submit')}
          </Button>
        </div>
      </form>
    </Page>
  )
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation(['providers', 'common'])
  return (
    <div role="alert" className="rounded-xl border border-danger-line bg-danger-soft px-6 py-3 text-danger-ink">
      <p className="font-semibold">{t('form.failed')}</p>
      <p>
        <Why error={error} />
      </p>
    </div>
  )
}

const bySchema = typeboxResolver(NewProviderAccount)

function resolverFor(provider: Provider): Resolver<AccountForm, unknown, NewAccount> {
  return async ({ name, baseUrl, parts }, context, options) => {
    const account: NewAccount = {
      provider: provider.code,
      ...packCredentials(provider.credentials, parts),
      ...defined({
        name: name.trim() === '' ? undefined : name.trim(),
        baseUrl: baseUrl.trim() === '' ? undefined : baseUrl.trim(),
      }),
    }
    const { errors } = await bySchema(account, context, options as unknown as Parameters<typeof bySchema>[2])
    const missing = missingParts(provider.credentials, parts).map((part) => [part, { type: 'required' }] as const)
    const found = {
      ...errors,
      ...defined({
        parts: missing.length > 0 ? Object.fromEntries(missing) : undefined,
        name: name.trim() === '' ? { type: 'required' } : undefined,
        baseUrl: provider.host === null && baseUrl.trim() === '' ? { type: 'required' } : undefined,
      }),
    } as FieldErrors<AccountForm>
    return Object.keys(found).length === 0 ? { values: account, errors: {} } : { values: {}, errors: found }
  }
}
