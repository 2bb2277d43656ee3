/**
 * `npm run provider:record CODE [again]`: completes a provider's goldens. A case that has an input and the provider's answer
 * gets the request that the adapter builds and what it makes of the answer; a webhook gets its event. What is written down
 * already is left alone, unless `again` has all of it forgotten first. The file is written as short as it can be said.
 * Review what changed against the provider's documentation: this records, it does not judge.
 */
import { writeFileSync } from 'node:fs'
import { defined } from '../domain/defined.ts'
import { findProvider } from '../providers/index.ts'
import {
  type Fixture,
  type GoldenCase,
  type GoldenRequest,
  type GoldenWebhook,
  goldenPath,
  loadFixture,
  readGoldens,
} from '../tests/providers/support/fixtures.ts'
import { isBrand } from '../tests/providers/support/likeness.ts'
import { contextOf, networkOf, onTheWire, play, startCase, toWebhook } from '../tests/providers/support/play.ts'
import { writeGolden } from './support/goldens.ts'
import { assertFaithful, brand, whole } from './support/likeness.ts'

type Draft<T, Completed extends keyof T> = Omit<T, Completed> & Partial<Pick<T, Completed>>
type DraftCase = Draft<GoldenCase, 'request'>
type DraftWebhook = Draft<GoldenWebhook, 'event' | 'verified'>

const [code = '', again] = process.argv.slice(2)
const provider = findProvider(code)
const fixture = loadFixture(code)
const cases = (fixture.cases as readonly DraftCase[]).map(forgotten).map(completeCase)
const webhooks = (fixture.webhooks as readonly DraftWebhook[]).map(completeWebhook)
const completed = { ...fixture, cases, webhooks } as Fixture
const file = readGoldens(code)
const family = isBrand(file) ? loadFixture(file.like) : undefined
const written = family ? brand(completed, family) : whole(completed)
assertFaithful(written, family, completed)
writeFileSync(goldenPath(code), `${writeGolden(written)}\n`)
console.log(`${goldenPath(code)}: ${cases.length} exchanges, ${webhooks.length} webhooks. Now read the difference.`)

function forgotten(draft: DraftCase): DraftCase {
  if (again !== 'again') return draft
  const { request: _, result: __, error: ___, ...kept } = draft
  return kept
}

function completeCase(draft: DraftCase): DraftCase {
  if (draft.request && ('result' in draft || draft.error)) return draft
  const golden = { ...draft, request: draft.request ?? [] } as GoldenCase
  const { requests, result, error } = play(startCase(fixture, golden), networkOf(golden))
  const sent = requests.map((request) => onTheWire(fixture, request))
  const { name, operation, source, input, anyAnswer, aside, request = oneOrMany(sent), response } = draft
  return {
    name,
    operation,
    ...defined({ source }),
    input,
    ...defined({ anyAnswer, aside }),
    request,
    response,
    ...(error ? { error: { kind: error.kind, message: error.message } } : { result }),
  }
}

function oneOrMany(requests: readonly GoldenRequest[]): GoldenCase['request'] {
  const [only, ...more] = requests
  return only && more.length === 0 ? only : requests
}

function completeWebhook(draft: DraftWebhook): DraftWebhook {
  if (again !== 'again' && draft.event && draft.verified !== undefined) return draft
  const webhook = toWebhook(draft as GoldenWebhook)
  const { credentials } = contextOf(fixture)
  return {
    ...draft,
    verified: (again ? undefined : draft.verified) ?? provider.verifyWebhook(webhook, credentials),
    event: (again ? undefined : draft.event) ?? provider.translateWebhook(webhook),
  }
}
