/** What sellers were told of one object, held against its history. */
import { expect } from 'vitest'
import type { TestApi } from './support.ts'

const PATIENCE = { timeout: 60_000 }

interface Told {
  sequence: number
  type: string
  data: { id: string }
}

/** An endpoint that gets every event and calls no address. */
export async function keepEvents(api: TestApi): Promise<string> {
  const payload = { url: 'trilho:kept', events: ['*'] }
  const answer = await api.call(api.home.keys.admin, 'POST', '/v1/webhook-endpoints', { payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

/** Each of the object's events was told once, numbered from 1 without a gap, in the order of what happened. */
export async function expectTold(api: TestApi, endpointId: string, id: string, types: string[]): Promise<void> {
  const expected = types.map((type, index) => [index + 1, type])
  await expect.poll(() => told(api, endpointId, id), PATIENCE).toEqual(expected)
}

/** The events of a charge that its history says were due. */
export async function dueOf(api: TestApi, chargeId: string): Promise<string[]> {
  const { data } = await get(api, `/v1/charges/${chargeId}/events?limit=100`)
  return data.flatMap(({ type, to }: { type: string; to: string | null }) => {
    if (type === 'partiallyRefunded') return ['charge.partially_refunded']
    return type === 'statusChanged' ? [`charge.${to?.toLowerCase()}`] : []
  })
}

async function told(api: TestApi, endpointId: string, id: string): Promise<[number, string][]> {
  const found: Told[] = []
  let page = `/v1/webhook-deliveries?endpointId=${endpointId}&limit=100`
  for (;;) {
    const { data, nextCursor } = await get(api, page)
    found.push(...data.map(({ body }: { body: Told }) => body).filter((body: Told) => body.data.id === id))
    if (nextCursor === null) break
    page = `/v1/webhook-deliveries?endpointId=${endpointId}&limit=100&cursor=${encodeURIComponent(nextCursor)}`
  }
  return found.toSorted((one, other) => one.sequence - other.sequence).map(({ sequence, type }) => [sequence, type])
}

const get = async (api: TestApi, path: string) => (await api.call(api.home.keys.operator, 'GET', path)).json()
