/**
 * A process that shows every adapter large webhooks which no signature proves, and says 'through' at its end. Bodies and headers
 * are larger than the API takes, so that what is worse than linear takes hours.
 */
import { ProviderError } from '../../../domain/provider-error.ts'
import type { IncomingWebhook, Provider } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { type Fixture, loadFixtures } from './fixtures.ts'
import { contextOf } from './play.ts'

const LENGTH = 600_000
const fill = (text: string, length = LENGTH) => text.repeat(Math.ceil(length / text.length))

const LONG = [
  fill('"\\'),
  fill('"'),
  fill('"a"'),
  `{${fill('"a":')}`,
  `{"a":"${fill('a')}`,
  `{"a":"${fill('\\')}`,
  `{${fill(' ')}"a"${fill(' ')}:${fill(' ')}`,
  `{${fill('"a":"1",')}"hash":"x"}`,
  fill(' ,'),
  fill('=,'),
  fill(' '),
  fill('['),
  fill('{"a":'),
  fill('a[b]=1&'),
  fill('1 '),
  `{"pix":[${fill('{"txid":"0"},')}{}]}`,
]

/** As values of a webhook whose shape is otherwise right. */
const VALUES = [
  `"${fill('a', 200_000)}"`,
  `"${fill('1 ', 200_000)}"`,
  fill('[', 50_000) + fill(']', 50_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `[${fill('{},', 200_000)}1]`,
]

function check(provider: Provider, webhook: IncomingWebhook, credentials: Record<string, string>): void {
  provider.isProbe(webhook)
  provider.verifyWebhook(webhook, credentials)
  try {
    for (const part of provider.splitWebhook(webhook)) provider.translateWebhook(part)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

function spoilt(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.keys(body)
    .slice(0, 6)
    .flatMap((name) => VALUES.map((value) => JSON.stringify({ ...body, [name]: '@' }).replace('"@"', () => value)))
}

function run(fixture: Fixture): void {
  const provider = findProvider(fixture.provider)
  const { credentials } = contextOf(fixture)
  const [golden] = fixture.webhooks
  const { headers, query } = { headers: golden?.headers ?? {}, query: golden?.query ?? {} }
  const receivedAt = golden?.receivedAt ?? fixture.now
  for (const body of [...LONG, ...spoilt(golden?.body)])
    check(provider, { headers, query, body, receivedAt }, credentials)
  for (const text of LONG) {
    const hostile = Object.fromEntries(Object.keys(headers).map((name) => [name, text]))
    check(provider, { headers: hostile, query, body: '{}', receivedAt }, credentials)
  }
}

for (const fixture of loadFixtures()) {
  process.stderr.write(`${fixture.provider} `)
  run(fixture)
}
process.stdout.write('through')
