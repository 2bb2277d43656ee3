/**
 * `npm run provider:record CODE`: completes a provider's fixture. A case that has an input and the provider's answer gets
 * the request that the adapter builds and what it makes of the answer; a webhook gets its event. What is written down
 * already is left alone. Review what it wrote against the provider's documentation: it records, it does not judge.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProvider } from '../providers/index.ts'
import type { Fixture, GoldenCase, GoldenRequest, GoldenWebhook } from '../tests/providers/support/fixtures.ts'
import { contextOf, networkOf, onTheWire, play, startCase, toWebhook } from '../tests/providers/support/play.ts'
import { ROOT } from './support/root.ts'

type Draft<T, Completed extends keyof T> = Omit<T, Completed> & Partial<Pick<T, Completed>>
type DraftCase = Draft<GoldenCase, 'request'>
type DraftWebhook = Draft<GoldenWebhook, 'event' | 'verified'>

const [code = ''] = process.argv.slice(2)
const provider = findProvider(code)
const path = join(ROOT, 'tests/wire', `${code.toLowerCase()}.json`)
const fixture: Fixture = JSON.parse(readFileSync(path, 'utf8'))
const cases = (fixture.cases as readonly DraftCase[]).map(completeCase)
const webhooks = (fixture.webhooks as readonly DraftWebhook[]).map(completeWebhook)
writeFileSync(path, `${JSON.stringify({ ...fixture, cases, webhooks }, null, 2)}\n`)
console.log(`${path}: ${cases.length} exchanges, ${webhooks.length} webhooks. Now read the difference.`)

function completeCase(draft: DraftCase): DraftCase {
  if (draft.request && ('result' in draft || draft.error)) return draft
  const golden = { ...draft, request: draft.request ?? [] } as GoldenCase
  const { requests, result, error } = play(startCase(fixture, golden), networkOf(golden))
  const sent = requests.map((request) => onTheWire(fixture, request))
  const { name, operation, source, input, anyAnswer, request = oneOrMany(sent), response } = draft
  return {
    name,
    operation,
    ...(source ? { source } : {}),
    input,
    ...(anyAnswer ? { anyAnswer } : {}),
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
  if (draft.event && draft.verified !== undefined) return draft
  const webhook = toWebhook(draft as GoldenWebhook)
  const { credentials } = contextOf(fixture)
  return {
    ...draft,
    verified: draft.verified ?? provider.verifyWebhook(webhook, credentials),
    event: draft.event ?? provider.translateWebhook(webhook),
  }
}
