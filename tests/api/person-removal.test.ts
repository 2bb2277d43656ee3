/** A person who is removed from the platform: out at once and for good, with what they did kept under their name. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { givePaper } from './papers.ts'
import { browserOf, newPerson } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-removal-'))
  const port = await freePort()
  api = await startTestApi({
    settings: { publicUrl: `http://127.0.0.1:${port}`, storage: { type: 'local', directory } },
  })
  await api.app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await api?.close()
  rmSync(directory, { recursive: true, force: true })
})

const admin = () => api.home.keys.admin
const remove = (id: string, key = admin()) => api.call(key, 'DELETE', `/v1/users/${id}`)
const signIn = (email: string) => api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password: PASSWORD } })
const people = async () =>
  (await api.call(admin(), 'GET', '/v1/users?limit=100')).json<{ data: { id: string; email: string }[] }>().data
const logOf = async (query: string) =>
  (await api.call(admin(), 'GET', `/v1/audit-log?${query}`)).json<{ data: { actor: string; action: string }[] }>().data

it('their sessions end, no list shows them, and they sign in no more', async () => {
  const { id, email, cookie } = await newPerson(api)
  const browser = browserOf(api, cookie)
  expect((await browser('GET', '/v1/me')).statusCode).toBe(200)
  expect((await remove(id)).statusCode).toBe(204)
  expect((await browser('GET', '/v1/me')).statusCode).toBe(401)
  const [refused, stranger] = [await signIn(email), await signIn('stranger@home.example')]
  const { requestId: _, ...said } = refused.json()
  const { requestId: __, ...saidToStranger } = stranger.json()
  expect(said).toEqual(saidToStranger)
  expect((await people()).map((person) => person.id)).not.toContain(id)
  const path = `/v1/users/${id}`
  expect((await api.call(admin(), 'GET', path)).statusCode).toBe(404)
  expect((await api.call(admin(), 'PATCH', path, { payload: { disabled: false } })).statusCode).toBe(404)
  expect((await api.call(admin(), 'DELETE', `${path}/second-factor`)).statusCode).toBe(404)
  expect((await remove(id)).statusCode).toBe(404)
})

it('the keys that they made are revoked, and still say whose they were', async () => {
  const { id, email, cookie } = await newPerson(api, 'admin')
  const payload = { name: 'Loja', role: 'seller' }
  const { id: keyId, key } = (await browserOf(api, cookie)('POST', '/v1/api-keys', payload)).json()
  expect((await api.call(key, 'GET', '/v1/me')).statusCode).toBe(200)
  await remove(id)
  expect((await api.call(key, 'GET', '/v1/me')).statusCode).toBe(401)
  expect((await api.call(admin(), 'GET', `/v1/api-keys/${keyId}`)).json()).toMatchObject({
    createdBy: email,
    revokedAt: expect.any(String),
  })
})

it('the audit log keeps what they did, and who removed them', async () => {
  const { id, email } = await newPerson(api)
  await remove(id)
  expect((await logOf(`actor=${encodeURIComponent(email)}`)).map(({ action }) => action)).toContain('sign-in')
  expect(await logOf(`target=user/${id}&action=user.remove`)).toMatchObject([
    { actor: 'API key admin', detail: { email } },
  ])
})

it('their papers are deleted with them, from the store too', async () => {
  const { id, cookie } = await newPerson(api)
  expect((await givePaper(api, { id, cookie })).statusCode).toBe(204)
  const [paper] = (await browserOf(api, cookie)('GET', `/v1/users/${id}/documents`)).json().data
  expect((await fetch(paper.url)).status).toBe(200)
  await remove(id)
  expect((await fetch(paper.url)).status).toBe(404)
  expect(await api.database.sql`SELECT name FROM person_papers WHERE user_id = ${id}`).toEqual([])
})

it('the same e-mail may be let in again, as a new person', async () => {
  const { id, email } = await newPerson(api)
  await remove(id)
  const payload = { name: 'De volta', email, password: PASSWORD, role: 'seller' }
  const again = (await api.call(admin(), 'POST', '/v1/users', { payload })).json()
  expect(again.id).not.toBe(id)
  expect((await signIn(email)).statusCode).toBe(200)
  expect((await people()).filter((person) => person.email === email).map((person) => person.id)).toEqual([again.id])
})

it('an administrator removes neither themselves, nor a person of another platform, nor the last administrator', async () => {
  const { id, cookie } = await newPerson(api, 'admin')
  const own = await browserOf(api, cookie)('DELETE', `/v1/users/${id}`)
  expect(own.json()).toMatchObject({ status: 422, errors: [{ path: '/id', rule: 'ownAccess' }] })
  expect((await remove(id, api.other.keys.admin)).statusCode).toBe(404)
  const admins = (await people()).filter(
    (person): person is { id: string; email: string; role: string } => 'role' in person && person.role === 'admin',
  )
  const [last, ...others] = admins
  for (const other of others) expect((await remove(other.id)).statusCode).toBe(204)
  expect((await remove(last?.id ?? '')).json()).toMatchObject({
    status: 422,
    errors: [{ path: '/id', rule: 'lastAdmin' }],
  })
  expect((await api.call(admin(), 'GET', `/v1/users/${last?.id}`)).statusCode).toBe(200)
})
