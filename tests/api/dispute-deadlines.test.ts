/** Disputes in the order of their deadlines, page after page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disputes } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

async function disputed(dueAt: string | null): Promise<string> {
  const { id: chargeId } = await api.addCharge(api.home)
  const dispute = { platformId: api.home.platformId, chargeId, kind: 'MED' as const, amount: 5000, dueAt }
  const [row] = await api.database.writer
    .insert(disputes)
    .values({ ...dispute, currency: 'BRL' })
    .returning()
  return row?.id ?? ''
}

async function inOrder(sort: string, cursor = ''): Promise<string[]> {
  const path = `/v1/disputes?limit=3&sort=${sort}${cursor}`
  const { data, nextCursor } = (await api.call(api.home.keys.seller, 'GET', path)).json()
  const rest = nextCursor === null ? [] : await inOrder(sort, `&cursor=${nextCursor}`)
  return [...data.map(({ id }: { id: string }) => id), ...rest]
}

it('the nearest deadline comes first, or the farthest, and last what has none', async () => {
  const third = await disputed('2026-05-03T12:00:00Z')
  const without = await disputed(null)
  const first = await disputed('2026-05-01T12:00:00Z')
  const second = await disputed('2026-05-02T12:00:00Z')
  expect(await inOrder('dueAt')).toEqual([first, second, third, without])
  expect(await inOrder('-dueAt')).toEqual([third, second, first, without])
})
