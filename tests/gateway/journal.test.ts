/** What an attempt remembers of its talk with a provider, however long that goes on. */
import { expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { openJournal } from '../../gateway/journal.ts'
import { createRedactor } from '../../gateway/redactor.ts'
import type { WireRequest } from '../../providers/contract.ts'

test('of a provider that is out of reach for days the first tries and the last ones are kept', () => {
  const journal = openJournal({
    sealedJournal: null,
    exchange: [],
    sealKey: [Buffer.alloc(32)],
    claim: async () => {},
    save: async () => {},
  })
  const request: WireRequest = { risk: 'money', method: 'POST', url: '', headers: {}, authenticated: true }
  for (let number = 0; number < 500; number += 1) {
    const url = `https://provider.example/${number}`
    journal.failed(0, { ...request, url }, new ProviderError('NotSent', 'out of reach'), createRedactor([]))
  }
  const tries = journal.exchange().map(({ url }) => Number(url.split('/').at(-1)))
  expect(tries.length).toBeLessThan(100)
  expect([tries[0], tries.at(-1)]).toEqual([0, 499])
  expect(tries).toEqual(tries.toSorted((a, b) => a - b))
})
