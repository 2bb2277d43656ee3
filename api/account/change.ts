/** A change of an account: what was given for one address never goes to another. */
import type { Settings } from '../../config/env.ts'
import type { HeldAtProvider, ProviderAccountRow } from '../../db/queries/account/read.ts'
import { UNTESTED } from '../../db/queries/account/tests.ts'
import { defined } from '../../domain/defined.ts'
import { isTest } from '../../domain/mode.ts'
import type { PlatformSetting } from '../../domain/requirements.ts'
import type { AccountSecrets } from '../../gateway/account-secrets.ts'
import { findProvider } from '../../providers/index.ts'
import { isSameMerchant } from '../../providers/kit/credentials.ts'
import { broken, problem } from '../problem.ts'
import type { ProviderAccountChange } from '../schemas/provider-account.ts'
import { assertNothingReal } from '../test-mode/accounts.ts'
import { addressMissing } from './create.ts'
import { checkCredentials, openSecretsOf, pickSecrets, SECRET_NAMES, sealSecrets } from './secrets.ts'

/**
 * The columns that a change sets; secrets that it leaves out stay, null removes them.
 * @param holds whether the account keeps what others have entrusted to its present address.
 * @throws ApiProblem 422 also when what was given for one address would go to another, 409 when it is to take charges and its last test was refused, or did not reach the provider.
 */
export function changedColumns(
  settings: Settings,
  row: ProviderAccountRow,
  change: ProviderAccountChange,
  holds: HeldAtProvider,
) {
  const { provider, name, baseUrl, priority, enabled } = change
  if (provider !== undefined && provider !== row.provider)
    throw broken('/provider', 'fixed', 'cannot be changed: connect another account')
  const { host, credentials } = findProvider(row.provider)
  if (isTest(row.platformId)) assertNothingReal(change)
  if (baseUrl === null && host === null) throw addressMissing()
  if (baseUrl && goesElsewhere(row, baseUrl)) assertNothingFollows(openSecretsOf(settings, row), change, holds)
  const isMoved = baseUrl !== undefined && (baseUrl ?? host) !== (row.baseUrl ?? host)
  if (enabled && !row.enabled) {
    if (row.testSetting) throw settingNeeded(row.testSetting)
    if (row.testOutcome === 'refused' && !isMoved && !hasOtherKeys(settings, row, change)) throw refusedKeys()
  }
  const columns = {
    ...defined({ name, baseUrl, priority, enabled }),
    ...(isMoved ? UNTESTED : {}),
  }
  const ofOtherKeys = { keysVersion: row.keysVersion + 1 }
  if (SECRET_NAMES.every((secret) => change[secret] === undefined)) return { ...columns, ...(isMoved && ofOtherKeys) }
  const { webhookToken, chance, ...kept } = openSecretsOf(settings, row)
  const packed = pickSecrets({ ...kept, ...withoutUndefined(change) })
  checkCredentials(row.provider, packed, change)
  const isOther = isMoved || !isSameMerchant(credentials, kept, packed)
  const sealedSecrets = sealSecrets(settings, { ...packed, webhookToken, chance })
  return { ...columns, ...UNTESTED, ...(isOther && ofOtherKeys), sealedSecrets }
}

/** What it was asked with is what it would charge with. */
const refusedKeys = () =>
  problem('conflict', {
    detail: 'The provider refused the keys of this account in its last test: test it again or change them first',
  })

/** Other keys do not help: without the setting no request reaches the provider. */
const settingNeeded = (setting: PlatformSetting) => {
  const message = `needs the platform's ${setting}, which was missing or of no use`
  return problem('conflict', {
    detail: `The provider was not asked in the last test of this account, because the platform's ${setting} was missing or of no use: change it, or test the account again`,
    errors: [{ path: '/enabled', rule: 'platformSetting', message }],
  })
}

/** The provider's own address is trusted with all that is meant for the provider. */
function goesElsewhere({ provider, baseUrl }: ProviderAccountRow, next: string): boolean {
  const trusted = new Set([findProvider(provider).host, ...(baseUrl?.split('|') ?? [])].flatMap(originOf))
  return next.split('|').some((url) => originOf(url).some((origin) => !trusted.has(origin)))
}

const originOf = (url: string | null): string[] => (url && URL.canParse(url) ? [new URL(url).origin] : [])

/** Secrets can be written and never read, so a caller who changes the address must know them. */
function assertNothingFollows(secrets: AccountSecrets, change: ProviderAccountChange, holds: HeldAtProvider): void {
  if (holds.cards || holds.receivers) {
    const what = holds.cards ? 'saved cards' : 'receivers'
    const message = `cannot change while the account has ${what}: connect another account`
    throw broken('/baseUrl', 'address', message)
  }
  const missing = SECRET_NAMES.filter((name) => secrets[name] !== undefined && change[name] === undefined)
  if (missing.length === 0) return
  const message = 'is asked for again, because it was given for another address'
  throw problem('rule_broken', { errors: missing.map((name) => ({ path: `/${name}`, rule: 'required', message })) })
}

/** Whether it gives a key that is not the one that was refused. */
function hasOtherKeys(settings: Settings, row: ProviderAccountRow, change: ProviderAccountChange): boolean {
  if (SECRET_NAMES.every((name) => change[name] === undefined)) return false
  const kept = openSecretsOf(settings, row)
  return SECRET_NAMES.some((name) => change[name] !== undefined && (change[name] ?? undefined) !== kept[name])
}

const withoutUndefined = (change: ProviderAccountChange) =>
  Object.fromEntries(SECRET_NAMES.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])))
