import { expect, test, vi } from 'vitest'
import { retryWrite } from '../../activities/sending.ts'
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
