/** What an attempt remembers of its talk with a provider, however long that goes on. */
import { expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { type Connection, drive } from '../../gateway/drive.ts'
import { openJournal } from '../../gateway/journal.ts'
import { createRedactor } from '../../gateway/redactor.ts'
import type { Steps, WireRequest } from '../../providers/contract.ts'

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

test('an answer that the flow has gone on from is kept, also where its next request is held back', async () => {
  const asked: string[] = []
  const journalOf = (sealedJournal: string | null) =>
    openJournal({
      sealedJournal,
      exchange: [],
      sealKey: [Buffer.alloc(32)],
      claim: async () => {},
      save: async () => {},
    })
  const request = { method: 'POST', headers: {}, authenticated: false } as const
  function* flow(): Steps<string> {
    const made = yield { ...request, risk: 'money', url: 'https://any.example/payments' }
    const code = yield { ...request, risk: 'read', url: `https://any.example/payments/${made.body}/code` }
    return code.body
  }
  /** A connection over which so many requests get their turn. */
  const connectionFor = (turns: number) => {
    let left = turns
    const run = async <T>(_: unknown, __: unknown, send: () => Promise<T>) => {
      if (left === 0) throw new ProviderError('RateLimited', 'Too many are under way', { isHeldBack: true })
      left -= 1
      return send()
    }
    const send = async ({ url }: WireRequest) => {
      asked.push(url)
      return { status: 200, headers: {}, body: `answer-${asked.length}` }
    }
    return {
      http: { send, close: () => {} },
      provider: { code: 'ANY', auth: { type: 'headers', headers: () => ({}) }, hosts: {} },
      context: { credentials: {} },
      secrets: [],
      metrics: { providerCall: () => {} },
      budget: { run },
      identityFor: async () => undefined,
    } as unknown as Connection
  }

  const first = journalOf(null)
  await expect(drive(connectionFor(1), flow(), first)).rejects.toThrow('Too many are under way')
  expect(first.moneyAccepted()).toBe(true)
  expect(await drive(connectionFor(1), flow(), journalOf(first.sealed()))).toBe('answer-2')
  expect(asked).toEqual(['https://any.example/payments', 'https://any.example/payments/answer-1/code'])
})
