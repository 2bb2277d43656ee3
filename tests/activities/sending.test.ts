import { expect, test, vi } from 'vitest'
import { lookPauseSeconds, retryWrite } from '../../activities/sending.ts'
import { ProviderError } from '../../domain/provider-error.ts'

test('what a provider has answered is written down through short troubles of the database', async () => {
  const write = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('deadlock detected'))
    .mockRejectedValueOnce(new Error('connection closed'))
    .mockResolvedValueOnce('written')
  expect(await retryWrite(write)).toBe('written')
  expect(write).toHaveBeenCalledTimes(3)
})

test('what is wrong with the answer itself is not written again and again', async () => {
  const write = vi.fn(async () => {
    throw new ProviderError('Mismatch', 'Another attempt has been answered')
  })
  await expect(retryWrite(write)).rejects.toThrow('Another attempt has been answered')
  expect(write).toHaveBeenCalledTimes(1)
})

const sent = (status: number | null, url = '/payments') => ({ method: 'POST', url, status }) as never
const unsent = { method: 'POST', url: '/payments', status: null, isUnsent: true } as never

test.each<[string, never[], number]>([
  ['the first lost answer', [sent(null)], 1],
  ['the second', [sent(500), sent(null)], 2],
  ['the third', [sent(null), sent(200), sent(500)], 4],
  ['the tenth', Array.from({ length: 10 }, () => sent(null)), 15],
  ['the first after refusals', [sent(429), sent(429), sent(429), sent(null)], 1],
  ['the first after another request had failed', [sent(500, '/tokens'), sent(null, '/tokens'), sent(null)], 1],
  ['the first after the provider could not be reached', [unsent, unsent, unsent, sent(null)], 1],
  ['the fourth, of which three said that the first is under way', [sent(null), sent(409), sent(409), sent(409)], 8],
])('%s is looked up after %o: %i s', (_, exchange, seconds) => {
  expect(lookPauseSeconds('OutcomeUnknown', exchange)).toBe(seconds)
})

const after = (entry: object) => ({ ...entry, url: '/payments/1/code' }) as never

test.each<[string, Parameters<typeof lookPauseSeconds>]>([
  ['that is asked too often', ['RateLimited', [sent(null), sent(429)]]],
  ['that is asked too often for the next step of what it has taken', ['OutcomeUnknown', [sent(200), after(sent(429))]]],
  ['that could not be asked for the next step of what it has taken', ['OutcomeUnknown', [sent(200), after(unsent)]]],
])('a provider %s is not asked every second', (_, failed) => {
  expect(lookPauseSeconds(...failed)).toBeUndefined()
})
