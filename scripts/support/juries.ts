/** Which tests judge a planted mistake. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './root.ts'

/** Whose tests know a file, the nearest first; `only` is a part of their names. */
export interface Jury {
  readonly tests: readonly string[]
  readonly only?: string
  /** It knows only that histories have changed, which is not yet wrong behaviour. */
  readonly isReplay?: boolean
}

const PROVIDER_TESTS = ['tests/providers', 'tests/sandbox/adapters.test.ts']
const PARTICULAR_TESTS = ['catalog', 'dialects', 'specification'].map((folder) => `tests/providers/${folder}`)
const NEAR_KIT = ['tests/providers/kit', 'tests/providers/goldens.test.ts']
/** So many of a dialect's brands are asked. */
const MOST_MEMBERS = 3

const ofWorkflows = (...names: string[]) => names.map((name) => `tests/workflows/${name}.test.ts`)
const CHARGES = ofWorkflows('charge', 'settling', 'orphans', 'early-words', 'unsaid-decision')
const DISBURSEMENTS = ofWorkflows('refunds', 'withdrawals', 'withdrawal-words')
const RECEIVERS = ofWorkflows('receiver')
/** Of the folders in workflows/. What is in none of them, or in shared/, is everybody's. */
const NEAR_WORKFLOWS: Readonly<Record<string, readonly string[]>> = {
  charge: CHARGES,
  disbursement: DISBURSEMENTS,
  refund: DISBURSEMENTS,
  withdrawal: DISBURSEMENTS,
  receiver: RECEIVERS,
  account: ofWorkflows('account-reader', 'reader-pace'),
}
const DECISIONS = ofWorkflows('unsealed', 'last-notices', 'second-thoughts')
const EVERY_WORKFLOW = [...CHARGES, ...DISBURSEMENTS, ...RECEIVERS, ...DECISIONS, ...ofWorkflows('searchable')]
const REPLAY: Jury = { tests: ofWorkflows('replay', 'writes-in-turn'), isReplay: true }

export function juriesOf(path: string): Jury[] {
  const folder = path.split('/')[1] ?? path
  // A folder beside a file holds its parts.
  const name = basename(path.split('/')[2] ?? path, '.ts')
  if (path.startsWith('workflows/')) return [{ tests: NEAR_WORKFLOWS[folder] ?? EVERY_WORKFLOW }, REPLAY]
  if (path.startsWith('providers/catalog/')) return byName(name.toUpperCase())
  if (path.startsWith('providers/dialects/')) return byName(membersOf(name).join('|'))
  if (path.startsWith('providers/')) return [{ tests: NEAR_KIT }, { tests: PROVIDER_TESTS }]
  return [{ tests: ['tests/domain'] }, { tests: ['tests/providers', 'tests/gateway', 'tests/activities', 'tests/web'] }]
}

const byName = (only: string): Jury[] => [
  { tests: ['tests/providers/goldens.test.ts'], only },
  { tests: PARTICULAR_TESTS },
  { tests: PROVIDER_TESTS, only },
]

function membersOf(dialect: string): string[] {
  const users = readdirSync(join(ROOT, 'providers/catalog')).filter(
    (file) =>
      file.endsWith('.ts') &&
      readFileSync(join(ROOT, 'providers/catalog', file), 'utf8').includes(`/dialects/${dialect}.ts`),
  )
  return users.slice(0, MOST_MEMBERS).map((file) => basename(file, '.ts').toUpperCase())
}
