/** A platform whose last administrator was taken from it elsewhere, and the installation's way back. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { onPage } from './mailed-links.ts'
import { browserOf, newFounder, newPerson, personWithFactor, type Signed } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const logged: { msg: string; platformId?: string }[] = []
let api: TestApi
beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  api = await startTestApi({
    logger,
    limits: { signInsPerMinute: 10_000, failuresPerMinute: 10_000 },
    settings: { sandboxUrl: 'http://127.0.0.1:9' },
  })
})
afterAll(() => api?.close())

const atHome = (method: string, path: string, payload?: object) =>
  api.call(api.home.keys.admin, method, path, { payload })

/** Found by this administrator of home, who alone works for it. */
async function found({ cookie }: Signed): Promise<string> {
  const founded = await browserOf(api, cookie)('POST', '/v1/platforms', { name: `Third of ${randomUUID()}` })
  expect(founded.statusCode, founded.body).toBe(201)
  return founded.json().id
}

async function restore(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { databaseUrl, temporalAddress } = api.settings
  const env = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress }
  const command = runCommand(process.execPath, ['scripts/restore-administrator.ts', ...args], env)
  const code = await command.exit
  return { code, said: command.output() }
}
const tokenIn = (said: string) => /\/invitation#([\w-]{43})/.exec(said)?.[1] ?? ''
const roleOf = async (person: Pick<Signed, 'email'>, platformId: string, password = PASSWORD) => {
  const signedIn = await api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email: person.email, password } })
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (await browserOf(api, cookie)('GET', `/p/${platformId}/v1/me`)).json().role
}
const log = async (admin: Signed, platformId: string) =>
  (await browserOf(api, admin.cookie)('GET', `/p/${platformId}/v1/audit-log?limit=100`)).json().data

const LOSSES = [
  ['DELETE', '', undefined],
  ['PATCH', '', { password: 'of an administrator’s choice' }],
  ['PATCH', '', { disabled: true }],
  ['DELETE', '/second-factor', undefined],
] as const

describe('a platform whose only administrator is no longer one by what home does', () => {
  it.each(LOSSES)('is told to the operator, and given another: %s %s %j', async (method, path, payload) => {
    const founder = path === '' ? await newFounder(api) : await personWithFactor(api, 'admin')
    const change = { password: PASSWORD, newPassword: PASSWORD }
    if (path !== '') await browserOf(api, founder.cookie)('POST', '/v1/me/password', change)
    const shop = await found(founder)
    const done = await atHome(method, `/v1/users/${founder.id}${path}`, payload)
    expect(done.statusCode, done.body).toBeLessThan(300)
    const told = { msg: 'a platform has no administrator any more', platformId: shop }
    expect(logged).toContainEqual(expect.objectContaining(told))

    const heir = { email: `${randomUUID()}@heirs.example` }
    const { code, said } = await restore(shop, heir.email.toUpperCase())
    expect(code, said).toBe(0)
    const use = () => onPage(api).use({ token: tokenIn(said), name: 'Bia', password: PASSWORD })
    expect((await use()).statusCode).toBe(204)
    expect((await use()).statusCode).toBe(404)
    expect(await roleOf(heir, shop)).toBe('admin')
  })
})

it('an heir who has a sign-in accepts with it, and the platform’s log says that the installation did it', async () => {
  const founder = await newFounder(api)
  const shop = await found(founder)
  await atHome('DELETE', `/v1/users/${founder.id}`)
  const listed = (await restore()).said
  expect(listed).toContain(shop)
  expect(listed).not.toContain(api.home.platformId)
  const heir = await newPerson(api)
  const token = tokenIn((await restore(shop, heir.email)).said)
  const joined = await browserOf(api, heir.cookie)('POST', '/v1/me/platforms', { token, password: PASSWORD })
  expect(joined.json()).toMatchObject({ id: shop, role: 'admin' })
  const because = 'the platform had no administrator'
  const entry = { actor: 'Trilho', action: 'invitation.create', detail: { email: heir.email, role: 'admin', because } }
  expect(await log(heir, shop)).toContainEqual(expect.objectContaining(entry))
})

it('an heir who works for the platform already is its administrator at once', async () => {
  const founder = await newFounder(api)
  const shop = await found(founder)
  const own = { name: 'Bia', email: `${randomUUID()}@shop.example`, password: PASSWORD, role: 'seller' }
  expect((await browserOf(api, founder.cookie)('POST', `/p/${shop}/v1/users`, own)).statusCode).toBe(201)
  const member = await newFounder(api)
  await browserOf(api, founder.cookie)('POST', `/p/${shop}/v1/invitations`, { email: member.email, role: 'seller' })
  const { data } = (await browserOf(api, founder.cookie)('GET', `/p/${shop}/v1/mailbox`)).json()
  const [{ id }] = data.filter(({ to }: { to: string }) => to === member.email)
  const { body } = await browserOf(api, founder.cookie)('GET', `/p/${shop}/v1/mailbox/${id}/page`)
  const token = /href="[^"#]+#([\w-]{43})"/.exec(body)?.[1]
  expect((await browserOf(api, member.cookie)('POST', '/v1/me/platforms', { token })).statusCode).toBe(201)
  await atHome('PATCH', `/v1/users/${founder.id}`, { disabled: true })

  expect((await restore(shop, member.email)).said).toContain('is its administrator now')
  expect(await roleOf(member, shop)).toBe('admin')
  await atHome('DELETE', `/v1/users/${member.id}`)
  expect((await restore(shop, own.email)).said).toContain('is its administrator now')
  expect(await roleOf(own, shop)).toBe('admin')
})

it('is no way into a platform that has an administrator, or into one that is none', async () => {
  const shop = await found(await newFounder(api))
  for (const [id, why] of [
    [shop, 'The platform has an administrator'],
    [api.home.platformId, 'The platform has an administrator'],
    [randomUUID(), 'There is no such live platform'],
  ] as const) {
    expect(await restore(id, 'heir@heirs.example')).toEqual({ code: 1, said: `${why}: nothing was changed.\n` })
  }
  expect((await restore(shop)).code).toBe(2)
})

it('one who is disabled at home is its administrator again once they are not, and what they sent is not', async () => {
  const founder = await newFounder(api)
  const shop = await found(founder)
  const guest = { email: `${randomUUID()}@guests.example`, role: 'admin' }
  const sent = await browserOf(api, founder.cookie)('POST', `/p/${shop}/v1/invitations`, guest)
  await atHome('PATCH', `/v1/users/${founder.id}`, { disabled: true })
  await atHome('PATCH', `/v1/users/${founder.id}`, { disabled: false })
  expect(await roleOf(founder, shop)).toBe('admin')
  const cookie = await api.signIn(founder.email)
  const { data } = (await browserOf(api, cookie)('GET', `/p/${shop}/v1/invitations`)).json()
  expect(data).toMatchObject([{ id: sent.json().id, state: 'withdrawn' }])
})
