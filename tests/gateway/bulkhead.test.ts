import { expect, test } from 'vitest'
import { createBulkhead } from '../../gateway/bulkhead.ts'

test('a provider that hangs takes its share and no more, and gives it back', async () => {
  const bulkhead = createBulkhead(2)
  const ends: (() => void)[] = []
  const hang = () => bulkhead.run('SLOW', () => new Promise<void>((resolve) => ends.push(resolve)))
  const hanging = [hang(), hang()]
  await expect(hang()).rejects.toMatchObject({ kind: 'RateLimited', retryAfter: 1 })
  expect(await bulkhead.run('QUICK', async () => 'answered')).toBe('answered')
  for (const end of ends) end()
  await Promise.all(hanging)
  expect(await bulkhead.run('SLOW', async () => 'answered')).toBe('answered')
})
