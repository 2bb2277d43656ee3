import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

interface Stream {
  status: number
  /** The data of every event so far. */
  events: { event: string; data: Record<string, unknown> }[]
  /** True once the server has ended it. */
  ended: Promise<void>
  close(): void
}

let api: TestApi
let origin: string
beforeAll(async () => {
  api = await startTestApi({ limits: { streams: 4, streamCheckMs: 100 } })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
})
afterAll(() => api?.close())

async function open(path: string, key: string | null = api.home.keys.seller): Promise<Stream> {
  const controller = new AbortController()
  const answer = await fetch(origin + path, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    signal: controller.signal,
  })
  const events: Stream['events'] = []
  const read = async () => {
    let buffered = ''
    for await (const chunk of answer.body ?? []) {
      buffered += Buffer.from(chunk).toString()
      const blocks = buffered.split('\n\n')
      buffered = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (event && data) events.push({ event, data: JSON.parse(data) })
      }
    }
  }
  const ended = read().catch(() => undefined)
  return { status: answer.status, events, ended, close: () => controller.abort() }
}

const approve = (id: string) =>
  api.database.writer.update(charges).set({ status: 'APPROVED' }).where(eq(charges.id, id))
const statuses = ({ events }: Stream) => events.map(({ data }) => data.status)
const ids = ({ events }: Stream) => events.map(({ data }) => data.id)

describe('a stream', () => {
  it('of a charge begins with its present state and follows every change', async () => {
    const { id } = await api.addCharge(api.home)
    const stream = await open(`/v1/charges/${id}/stream`)
    await expect.poll(() => statuses(stream)).toEqual(['PENDING'])
    await approve(id)
    await expect.poll(() => statuses(stream)).toEqual(['PENDING', 'APPROVED'])
    expect(stream.events.every(({ event, data }) => event === 'charge' && data.id === id)).toBe(true)
    stream.close()
  })

  it('says nothing when a change is announced that it has shown already', async () => {
    const { id } = await api.addCharge(api.home)
    const stream = await open(`/v1/charges/${id}/stream`)
    await expect.poll(() => statuses(stream)).toEqual(['PENDING'])
    await api.database.sql`UPDATE charges SET status = status WHERE id = ${id}`
    await approve(id)
    await expect.poll(() => statuses(stream)).toEqual(['PENDING', 'APPROVED'])
    stream.close()
  })

  it('of a platform shows its charges, old and new, and no other', async () => {
    const { id: old } = await api.addCharge(api.home)
    const stream = await open('/v1/charges/stream')
    await expect.poll(() => ids(stream)).toContain(old)
    const { id: theirs } = await api.addCharge(api.other)
    const { id: fresh } = await api.addCharge(api.home)
    await approve(theirs)
    await approve(old)
    await expect.poll(() => ids(stream)).toContain(fresh)
    await expect.poll(() => stream.events.filter(({ data }) => data.id === old).at(-1)?.data.status).toBe('APPROVED')
    expect(ids(stream)).not.toContain(theirs)
    stream.close()
  })

  it("of a buyer's page needs no sign-in and says as little as the page", async () => {
    const { id, checkoutToken } = await api.addCharge(api.home)
    const stream = await open(`/v1/checkout/${checkoutToken}/stream`, null)
    await approve(id)
    await expect.poll(() => statuses(stream).at(-1)).toBe('APPROVED')
    expect(JSON.stringify(stream.events)).not.toMatch(/Maria|52998224725/)
    expect(JSON.stringify(stream.events)).not.toContain(id)
    stream.close()
  })

  it('goes on after the database has cut the connection, and catches up on what it missed', async () => {
    const { id } = await api.addCharge(api.home)
    const stream = await open(`/v1/charges/${id}/stream`)
    await expect.poll(() => statuses(stream)).toEqual(['PENDING'])
    await api.database.sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await expect
      .poll(() =>
        approve(id)
          .then(() => true)
          .catch(() => false),
      )
      .toBe(true)
    await expect.poll(() => statuses(stream).at(-1), { timeout: 10_000 }).toBe('APPROVED')
    stream.close()
  })

  it('ends when the key that opened it is revoked', async () => {
    const made = await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', {
      payload: { name: 'tv', role: 'seller' },
    })
    const { id, key } = made.json()
    const stream = await open('/v1/charges/stream', key)
    expect(stream.status).toBe(200)
    expect((await api.call(api.home.keys.admin, 'DELETE', `/v1/api-keys/${id}`)).statusCode).toBe(204)
    await stream.ended
  })

  it('is given to each caller only so often at once, and again after one has closed', async () => {
    const { id } = await api.addCharge(api.other)
    const path = `/v1/charges/${id}/stream`
    const key = api.other.keys.seller
    const streams = await Promise.all(Array.from({ length: 4 }, () => open(path, key)))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await open(path, key)).status).toBe(429)
    streams[0]?.close()
    await expect
      .poll(async () => {
        const stream = await open(path, key)
        stream.close()
        return stream.status
      })
      .toBe(200)
    for (const stream of streams) stream.close()
  })
})

describe('closing the server', () => {
  it('ends every stream and does not wait for them', async () => {
    const closing = await startTestApi()
    await closing.app.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(closing.app.server.address() as AddressInfo).port}`
    const stream = await open('/v1/charges/stream', closing.home.keys.seller)
    const closed = once(closing.app.server, 'close')
    await closing.close()
    await Promise.all([stream.ended, closed])
  })
})
