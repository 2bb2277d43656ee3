/** Every provider's notices with a word that no provider has documented: where it decides the status, an engineer is told. */
import { describe, expect, test } from 'vitest'
import { findProvider } from '../../providers/index.ts'
import { type GoldenWebhook, loadFixtures } from './support/fixtures.ts'
import { toWebhook } from './support/play.ts'

const FOREIGN = 'word_of_tomorrow'

/** The same notice, that word in each place of the one that the golden was read by. */
function foreign(golden: GoldenWebhook, word: string) {
  const webhook = toWebhook(golden)
  return { ...webhook, body: webhook.body.replaceAll(word, FOREIGN) }
}

const wordOf = ({ event }: GoldenWebhook) => (event.type === 'IGNORED' ? undefined : event.rawStatus)

const WORDED = loadFixtures()
  .map(({ provider, webhooks }) => ({ provider, webhooks: webhooks.filter(wordOf) }))
  .filter(({ webhooks }) => webhooks.length > 0)

describe.each(WORDED)('$provider', ({ provider, webhooks }) => {
  test.each(webhooks)('$name: a word that no table maps leaves a trace', (golden) => {
    const event = findProvider(provider).translateWebhook(foreign(golden, wordOf(golden) ?? ''))
    if (event.type === 'IGNORED' || event.rawStatus !== FOREIGN) return
    const isOfKind = event.status === (golden.event as typeof event).status && event.status !== 'PENDING'
    expect(event.unmapped === true || isOfKind, JSON.stringify(event)).toBe(true)
  })
})

test('most notices name their status, and so does one event of FLOW2PAY', () => {
  expect(WORDED.length).toBeGreaterThan(60)
  const body = JSON.stringify({ evento: 'PixInNovo', txid: 'tx1', valor: 100 })
  expect(findProvider('FLOW2PAY').translateWebhook({ headers: {}, query: {}, body })).toEqual({
    type: 'TRANSACTION',
    transactionId: 'tx1',
    status: 'PENDING',
    rawStatus: 'PixInNovo',
    unmapped: true,
  })
})
