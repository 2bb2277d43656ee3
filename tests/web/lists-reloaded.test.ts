/** Live lists in a busy shop: what is being read is read to its end, and once more for what came meanwhile. */
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chargeQueries } from '../../web/src/features/charges/queries.ts'
import { reloading } from '../../web/src/features/charges/reload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Reading {
  signal: AbortSignal
  answer: (rows: number) => void
}

/** A list that is shown, and each time that it is read. */
function shownList() {
  const queries = new QueryClient()
  const readings: Reading[] = []
  const list = new QueryObserver(queries, {
    queryKey: [...chargeQueries.lists(), 'shown'],
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => new Promise<number>((answer) => readings.push({ signal, answer })),
  })
  const end = list.subscribe(() => undefined)
  const reload = reloading(queries)
  return { list, reload, readings, end }
}

test('what comes while the list is read does not begin it anew, and is read after it', async () => {
  const { list, reload, readings, end } = shownList()
  reload.ask()
  reload.ask()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toHaveLength(1)
  for (let events = 0; events < 10; events += 1) {
    reload.ask()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(readings).toHaveLength(1)
  expect(readings[0]?.signal.aborted).toBe(false)
  readings[0]?.answer(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(list.getCurrentResult().data).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toHaveLength(2)
  readings[1]?.answer(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(list.getCurrentResult().data).toBe(2)
  expect(readings).toHaveLength(2)
  end()
})

test('a reading that began before the change is finished, and followed by one that sees it', async () => {
  const { list, reload, readings, end } = shownList()
  void list.refetch()
  reload.ask()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toHaveLength(1)
  readings[0]?.answer(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toHaveLength(2)
  expect(readings[0]?.signal.aborted).toBe(false)
  end()
})

test('a page that is left reads nothing more', async () => {
  const { reload, readings, end } = shownList()
  reload.ask()
  reload.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(readings).toHaveLength(0)
  end()
})
