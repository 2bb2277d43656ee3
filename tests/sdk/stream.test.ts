/** Charges that are followed: one connection after the other, each change once, until the caller listens no more. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Trilho } from '../../sdk/index.ts'
import { DROPS, type FlakyApi, HANGS, type Reply, refuses, startFlakyApi } from './flaky-api.ts'

let api: FlakyApi
beforeEach(async () => {
  api = await startFlakyApi()
})
afterEach(() => api.close())

const client = (options: { timeout?: number; retries?: number } = {}) =>
  new Trilho({ apiKey: 'k', baseUrl: api.url, ...options })

const told = (status: string) => `event: charge\ndata: ${JSON.stringify({ id: 'c1', status })}\n\n`

/** A stream that says this, in these pieces. */
const streams =
  (pieces: readonly string[], end: (response: Parameters<Reply>[0]) => void): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const piece of ['retry: 0\n\n', ...pieces]) await new Promise((resolve) => response.write(piece, resolve))
    end(response)
  }
const stays = () => undefined

/** What is told until there are so many. */
async function first(many: number, of: AsyncIterable<{ status: string }>): Promise<string[]> {
  const statuses: string[] = []
  for await (const { status } of of) if (statuses.push(status) === many) break
  return statuses
}

test('tells each change once, in whatever pieces it comes, over a connection that ends and one that breaks', async () => {
  const [before, after] = [told('PENDING').slice(0, 20), told('PENDING').slice(20)]
  api.replies.push(
    streams([':\n\n', before, after], (response) => response.end()),
    streams([told('PENDING'), told('APPROVED')], (response) => response.destroy()),
    DROPS,
    streams([told('APPROVED'), told('REFUNDED')], stays),
  )
  const statuses = await first(3, client().charges.follow('c/1'))
  expect(statuses).toEqual(['PENDING', 'APPROVED', 'REFUNDED'])
  expect(api.asked.map(({ url }) => url)).toEqual(Array(4).fill('/v1/charges/c%2F1/stream'))
  expect(api.asked[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer k' })
})

test('a connection that falls silent is followed by another', async () => {
  api.replies.push(streams([told('PENDING')], stays), streams([told('PENDING'), told('APPROVED')], stays))
  // Longer than a busy machine takes to answer, as a rule: that is no silence. One that stands still is asked once more.
  expect(await first(2, client({ timeout: 3_000 }).charges.followAll())).toEqual(['PENDING', 'APPROVED'])
  expect(api.asked.length).toBeGreaterThanOrEqual(2)
  expect(new Set(api.asked.map(({ url }) => url))).toEqual(new Set(['/v1/charges/stream']))
})

test('who leaves the loop is told no more: the connection ends', async () => {
  const closed = Promise.withResolvers<void>()
  api.replies.push(streams([told('PENDING')], (response) => void response.once('close', closed.resolve)))
  expect(await first(1, client().charges.follow('c1'))).toEqual(['PENDING'])
  await closed.promise
})

test('what is refused is an error, at once or when the key is no longer taken', async () => {
  api.replies.push(refuses(404, 'not_found'))
  await expect(first(1, client().charges.follow('c1'))).rejects.toMatchObject({ name: 'TrilhoApiError', status: 404 })
  api.replies.splice(0)
  api.replies.push(
    streams([told('PENDING')], (response) => response.end()),
    refuses(401, 'unauthenticated'),
  )
  await expect(first(2, client().charges.follow('c1'))).rejects.toMatchObject({ status: 401 })
})

test('a signal ends it while it listens, and where no server answers it gives up', async () => {
  const leaving = new AbortController()
  api.replies.push(streams([told('PENDING')], () => leaving.abort()))
  const followed = first(2, client().charges.follow('c1', { signal: leaving.signal }))
  await expect(followed).rejects.toMatchObject({ name: 'TrilhoConnectionError', reason: 'aborted' })
  api.replies.splice(0)
  api.replies.push(HANGS)
  const alone = first(1, client({ timeout: 100, retries: 0 }).charges.follow('c1'))
  await expect(alone).rejects.toMatchObject({ reason: 'timeout' })
})
