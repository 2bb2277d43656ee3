import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Provider, ProviderAccount } from '../../api/contract.ts'
import { useTitleFirst } from '../../routes/title-focus.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EditAccount } from './edit-account.tsx'
import { inOrder, isSandbox, placedFirst } from './order.ts'
import { changeAccount, placeAccounts, providerQueries, testAccount } from './queries.ts'
import { TestFinding } from './test-finding.tsx'
import { isBarred, outcomeOf } from './test-outcome.tsx'

/** What the provider says of the keys, and what is left to do in its own dashboard. */
export function Connected({ account: made, provider }: { account: ProviderAccount; provider: Provider }) {
  const { t } = useTranslation(['providers', 'activation'])
  const accounts = useQuery(providerQueries.accounts())
  const all = accounts.data?.data ?? []
  const account = all.find(({ id }) => id === made.id) ?? made
  useTitleFirst()
  const hasWebhookSecret = provider.credentials.some(({ from }) => from === 'webhookSecret')
  return (
    <Page narrow title={t(titleOf(account))}>
      <div className="grid gap-4">
        <TestPanel account={account} />
        <PlacePanel account={account} all={all} />
        {account.webhookUrl && (
          <Panel title={t('form.webhookTitle')}>
            <p className="text-ink-soft">{t('form.webhookText', { name: provider.name })}</p>
            <p className="mt-4 rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] break-all">
              {account.webhookUrl}
            </p>
            {!isSandbox(account) && !isPublic(account.webhookUrl) && (
              <p
                role="alert"
                className="mt-4 rounded-lg border border-warning-line bg-warning-soft p-3 text-warning-ink"
              >
                {t('form.webhookUnreachable', { name: provider.name })}
              </p>
            )}
            <div className="mt-4">
              <CopyButton text={account.webhookUrl} label={t('copyWebhook')} />
            </div>
            {hasWebhookSecret && (
              <p className="mt-4 text-ink-soft">
                {t('form.webhookSecretNext', { name: provider.name })}{' '}
                <Link to={`/providers?account=${account.id}`} className="font-medium text-accent-ink underline">
                  {t('form.webhookSecretWhere')}
                </Link>
              </p>
            )}
          </Panel>
        )}
        <div className="flex justify-end pt-2">
          <LinkButton to="/providers" look={account.enabled ? 'primary' : 'secondary'}>
            {t('form.done')}
          </LinkButton>
        </div>
      </div>
    </Page>
  )
}

/** It is called connected once the provider has accepted its keys. */
function titleOf(account: ProviderAccount) {
  if (!account.enabled) return 'form.saved'
  return outcomeOf(account) === 'accepted' ? 'form.connected' : 'activation:connected'
}

/** Names and addresses that mean something within one machine or network only. */
const OF_A_HOUSE =
  /^(localhost|.+\.(localhost|local|internal|lan)|(127|10)\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|\[(::1|f[cde].*)\])$/

/** Whether a provider on the internet can reach it, as far as the address tells. */
function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && !OF_A_HOUSE.test(hostname)
}

/** A new account is tried last: charges go on to those before it. */
function PlacePanel({ account, all }: { account: ProviderAccount; all: readonly ProviderAccount[] }) {
  const { t } = useTranslation('providers')
  const place = useMutation(placeAccounts(useQueryClient()))
  const at = inOrder(all).findIndex(({ id }) => id === account.id) + 1
  if (at === 0) return null
  const first = () =>
    place.mutate(placedFirst(all, account.id), { onError: (error) => tellFailure(t('changeFailed'), error) })
  return (
    <Panel title={t('column.place')}>
      <p className="text-ink-soft">{t(at === 1 ? 'form.isFirst' : 'form.isAt', { place: at, total: all.length })}</p>
      {at > 1 && (
        <Button className="mt-4" busy={place.isPending} onClick={first}>
          {t('form.makeFirst')}
        </Button>
      )}
    </Panel>
  )
}

function TestPanel({ account }: { account: ProviderAccount }) {
  const { t } = useTranslation(['providers', 'common'])
  const queries = useQueryClient()
  const [isEdited, setEdited] = useState(false)
  const test = useMutation(testAccount(queries, { enables: true }))
  const enable = useMutation(changeAccount(queries))
  const outcome = outcomeOf(account)
  const onError = (error: unknown) => {
    tellFailure(t('changeFailed'), error)
  }
  return (
    <Panel>
      <TestFinding account={account} />
      {outcome !== 'accepted' && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look={outcome === 'refused' ? 'primary' : 'secondary'} onClick={() => setEdited(true)}>
            {t('test.correct')}
          </Button>
          <Button busy={test.isPending} onClick={() => test.mutate(account, { onError })}>
            {t('test.again')}
          </Button>
          {!account.enabled && !isBarred(outcome) && (
            <Button
              busy={enable.isPending}
              onClick={() => enable.mutate({ id: account.id, enabled: true }, { onError })}
            >
              {t('test.enableAnyway')}
            </Button>
          )}
        </div>
      )}
      {isEdited && <EditAccount account={account} enables onClose={() => setEdited(false)} />}
    </Panel>
  )
}
