import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setMembership } from '../../db/queries/access/memberships.ts'
import { charges } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { openStream, type Stream, statuses } from './streaming.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
let origin: string
beforeAll(async () => {
  api = await startTestApi({ limits: { streams: 4, platformStreams: 5, streamCheckMs: 100 } })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
})
afterAll(() => api?.close())

const open = (path: string, key: string | null = api.home.keys.seller, at = origin, cookie?: string) =>
  openStream(at + path, defined({ authorization: key === null ? undefined : `Bearer ${key}`, cookie }))

const approve = (id: string) =>
  api.database.writer.update(charges).set({ status: 'APPROVED' }).where(eq(charges.id, id))
const ids = ({ events }: Stream) => events.map(({ data }) => data.id)

/** Waits until the stream has looked so often whether its reader is still allowed. */
async function looks(body: ReadableStream<Uint8Array> | null, times: number): Promise<void> {
  const reader = body?.getReader()
  let read = ''
  while (reader && read.split(':\n\n').length <= times) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The stream has ended')
    read += Buffer.from(value).toString()
  }
  reader?.releaseLock()
}

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
    // The receipt's number alone is ours, and only once it is paid.
    expect(stream.events.at(-1)?.data).toMatchObject({ receipt: { number: id } })
    const but = stream.events.map(({ data }) => ({ ...data, receipt: undefined }))
    expect(JSON.stringify(but)).not.toContain(id)
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
    await expect.poll(() => statuses(stream).at(-1), { timeout: 60_000 }).toBe('APPROVED')
    stream.close()
  })

  it('renews no session, whose cookie it cannot send', async () => {
    const cookie = await api.signIn(api.home.emails.seller)
    const { body } = await fetch(`${origin}/v1/charges/stream`, { headers: { cookie } })
    await api.database.sql`UPDATE sessions SET expires_at = now() + interval '5 days'`
    // The first look may have begun before.
    await looks(body, 2)
    const me = await api.call(null, 'GET', '/v1/me', { headers: { cookie } })
    expect(me.cookies).toMatchObject([{ name: 'trilho.session_token', maxAge: 7 * 24 * 60 * 60 }])
    await looks(body, 2)
    await body?.cancel()
  })

  describe('ends at once, long before its own next look,', () => {
    let patient: TestApi
    beforeAll(async () => {
      patient = await startTestApi({ limits: { streamCheckMs: 3_600_000 } })
      await patient.app.listen({ host: '127.0.0.1', port: 0 })
    })
    afterAll(() => patient?.close())
    const at = () => `http://127.0.0.1:${(patient.app.server.address() as AddressInfo).port}`
    const asAdmin = (method: string, url: string, payload?: object) =>
      patient.call(patient.home.keys.admin, method, url, { payload })
    const idOf = async (email: string) => {
      const { data } = (await asAdmin('GET', '/v1/users')).json()
      return data.find((person: { email: string }) => person.email === email).id
    }

    it('when the key that opened it is revoked, and no other does', async () => {
      const make = async () => (await asAdmin('POST', '/v1/api-keys', { name: 'tv', role: 'seller' })).json()
      const [revoked, kept] = [await make(), await make()]
      const [first, second] = [
        await open('/v1/charges/stream', revoked.key, at()),
        await open('/v1/charges/stream', kept.key, at()),
      ]
      expect([first.status, second.status]).toEqual([200, 200])
      expect((await asAdmin('DELETE', `/v1/api-keys/${revoked.id}`)).statusCode).toBe(204)
      await first.ended
      const charge = await patient.addCharge(patient.home)
      await expect.poll(() => ids(second)).toContain(charge.id)
      second.close()
    })

    it('when the person works there from another platform and may no longer, or is signed out or disabled at home', async () => {
      const { home, other } = patient
      const email = other.emails.operator
      const asOther = (method: string, url: string, payload?: object) =>
        patient.call(other.keys.admin, method, url, { payload })
      const { data } = (await asOther('GET', '/v1/users')).json()
      const userId = data.find((person: { email: string }) => person.email === email).id
      const join = (role: 'seller' | 'operator') =>
        setMembership(patient.database.writer, { userId, platformId: home.platformId, role })
      const changes: ((cookie: string) => Promise<unknown>)[] = [
        () => join('seller'),
        () => asAdmin('DELETE', `/v1/members/${userId}`),
        (cookie) => patient.call(null, 'POST', '/v1/auth/sign-out', { headers: { cookie } }),
        () => asOther('PATCH', `/v1/users/${userId}`, { disabled: true }),
      ]
      for (const change of changes) {
        await join('operator')
        const cookie = await patient.signIn(email)
        const stream = await open(`/p/${home.platformId}/v1/charges/stream`, null, at(), cookie)
        expect(stream.status).toBe(200)
        await change(cookie)
        await stream.ended
      }
    })

    it('when the person is disabled, with the keys that they have made, until they are back', async () => {
      const cookie = await patient.signIn(patient.home.emails.operator)
      const admin = await patient.signIn(patient.home.emails.admin)
      await asAdmin('PATCH', `/v1/users/${await idOf(patient.home.emails.operator)}`, { name: 'Ana' })
      const made = await patient.call(null, 'POST', '/v1/api-keys', {
        headers: { cookie: admin },
        payload: { name: 'robot', role: 'admin' },
      })
      const robot = made.json().key
      expect(made.json()).toMatchObject({ createdBy: patient.home.emails.admin })
      const grandchild = (
        await patient.call(robot, 'POST', '/v1/api-keys', { payload: { name: 'x', role: 'seller' } })
      ).json().key
      const streams = await Promise.all([
        open('/v1/charges/stream', null, at(), cookie),
        open('/v1/charges/stream', robot, at()),
        open('/v1/charges/stream', grandchild, at()),
      ])
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
      const change = async (email: string, disabled: boolean) =>
        (await asAdmin('PATCH', `/v1/users/${await idOf(email)}`, { disabled })).statusCode
      const another = { name: 'Rui', email: 'rui@home.example', password: PASSWORD, role: 'admin' }
      await patient.call(patient.home.keys.admin, 'POST', '/v1/users', { payload: another })
      expect(await change(patient.home.emails.operator, true)).toBe(200)
      await streams[0]?.ended
      expect(await change(patient.home.emails.admin, true)).toBe(200)
      await Promise.all(streams.map(({ ended }) => ended))
      const me = async (key: string) => (await patient.call(key, 'GET', '/v1/me')).statusCode
      expect([await me(robot), await me(grandchild), await me(patient.home.keys.admin)]).toEqual([401, 401, 200])
      await change(patient.home.emails.admin, false)
      expect(await me(robot)).toBe(200)
    })
  })

  it('is given to each caller only so often at once, and again after one has closed', async () => {
    const { id } = await api.addCharge(api.other)
    const path = `/v1/charges/${id}/stream`
    const key = api.other.keys.seller
    const streams = await Promise.all(Array.from({ length: 4 }, () => open(path, key)))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await open(path, key)).status).toBe(429)
    // Each of a platform's callers has their own, and all of them together no more than so many.
    const fifth = await open(path, api.other.keys.operator)
    expect([fifth.status, (await open(path, api.other.keys.admin)).status]).toEqual([200, 429])
    fifth.close()
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

  it('is given to all addresses of one IPv6 line as to one caller', async () => {
    const { checkoutToken } = await api.addCharge(api.other)
    const url = `/v1/checkout/${checkoutToken}/stream`
    const openFrom = (remoteAddress: string) => api.app.inject({ url, remoteAddress, payloadAsStream: true })
    const answers = []
    for (const last of [1, 2, 3, 4, 5]) answers.push(await openFrom(`2001:db8:1:2::${last}`))
    answers.push(await openFrom('2001:db8:1:3::1'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 429, 200])
    for (const answer of answers) answer.stream().destroy()
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
