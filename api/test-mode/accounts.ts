/** Accounts of test twins: they are at the fake providers, and nowhere else. */
import type { Settings } from '../../config/env.ts'
import type { DatabasePool } from '../../db/client.ts'
import type { NewProviderAccountRow } from '../../db/queries/account/read.ts'
import { listTestAccounts, listTestTwins, moveTestAccount } from '../../db/queries/account/test-twin.ts'
import { defined } from '../../domain/defined.ts'
import { findProvider } from '../../providers/index.ts'
import {
  openSecretsOf,
  type Packed,
  pickSecrets,
  SECRET_NAMES,
  sealSecrets,
  withNewAddress,
} from '../account/secrets.ts'
import { broken, problem, unavailable } from '../problem.ts'
import type { NewProviderAccount, ProviderAccountChange } from '../schemas/provider-account.ts'

export interface TestModeDependencies {
  settings: Settings
  database: Pick<DatabasePool, 'writer'>
}

/** What every twin begins with, in routing's order; others are connected by their code. */
const FIRST_PROVIDERS = ['ASAAS', 'MERCADOPAGO', 'ZENDRY', 'PAGUESAFE', 'PAGARME']
const TIMEOUT_MS = 5_000

interface Offered {
  provider: string
  publicKey: string | null
  secretKey: string | null
  webhookSecret: string | null
  baseUrl: string
}

/**
 * Those that need no client certificate, at the address by which we reach them.
 * @throws ApiProblem 422 where the installation has no fake providers, 503 when they do not answer.
 */
async function offeredAccounts({ testProvidersUrl }: Settings): Promise<Offered[]> {
  if (testProvidersUrl === undefined) throw noTestMode()
  const answer = await fetch(`${testProvidersUrl}/_control/accounts`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  if (!answer?.ok) throw unavailable('The test providers')
  const { data } = (await answer.json()) as { data: Offered[] }
  return data.flatMap(({ baseUrl, ...account }) => {
    const addresses = baseUrl.split('|')
    if (!addresses.every((address) => address.startsWith('http:'))) return []
    const paths = addresses.map((address) => testProvidersUrl + new URL(address).pathname.replace(/\/$/, ''))
    return [{ ...account, baseUrl: paths.join('|') }]
  })
}

export const noTestMode = () =>
  problem('rule_broken', { detail: 'This installation has no test mode: it knows no test providers' })

/** @throws as `offeredAccounts`. */
export async function firstTestAccounts(settings: Settings, twinId: string): Promise<NewProviderAccountRow[]> {
  const offered = await offeredAccounts(settings)
  return FIRST_PROVIDERS.flatMap((code, index) => {
    const account = offered.find(({ provider }) => provider === code)
    return account ? [{ ...columnsOf(settings, twinId, account), priority: (index + 1) * 10 }] : []
  })
}

/**
 * The columns of an account that a user connects in test mode: its keys and its address are the fake provider's.
 * @throws ApiProblem 422 for a provider without a fake, or keys and an address of its own.
 */
export async function newTestAccountRow(settings: Settings, twinId: string, body: NewProviderAccount) {
  assertNothingReal(body)
  const account = (await offeredAccounts(settings)).find(({ provider }) => provider === body.provider)
  if (!account) throw broken('/provider', 'provider', 'has no test account')
  return { ...columnsOf(settings, twinId, account), ...pickOptions(body) }
}

const REAL = [...SECRET_NAMES, 'baseUrl'] as const
type Option = Exclude<keyof NewProviderAccount, 'provider' | (typeof REAL)[number]>

const pickOptions = ({ name, priority, enabled }: NewProviderAccount) =>
  defined({ name, priority, enabled } satisfies Record<Option, unknown>)

/** @throws ApiProblem 422: real keys have no business in test mode. */
export function assertNothingReal(body: NewProviderAccount | ProviderAccountChange): void {
  for (const field of REAL) {
    if (body[field] === undefined) continue
    throw broken(`/${field}`, 'testMode', 'is the fake provider’s own in test mode')
  }
}

function columnsOf(settings: Settings, platformId: string, { provider, baseUrl, ...keys }: Offered) {
  return {
    platformId,
    provider,
    name: `${findProvider(provider).name} (test)`,
    baseUrl,
    ...withNewAddress(settings, pickSecrets(keys)),
  }
}

/** Every twin's accounts follow the fake providers to where they are now. */
export async function moveTestAccounts({ settings, database: { writer } }: TestModeDependencies): Promise<void> {
  const offered = await offeredAccounts(settings)
  for (const twinId of await listTestTwins(writer)) {
    for (const row of await listTestAccounts(writer, twinId)) {
      const account = offered.find(({ provider }) => provider === row.provider)
      if (!account) continue
      const { webhookToken, chance } = openSecretsOf(settings, row)
      const keys: Packed = pickSecrets(account)
      const sealedSecrets = sealSecrets(settings, { ...keys, webhookToken, chance })
      await moveTestAccount(writer, row, { baseUrl: account.baseUrl, sealedSecrets })
    }
  }
}
