/** One sign-in, several platforms: what is let in where, and what stays apart. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPage, tokenIn } from './mailed-links.ts'
import { browserOf, newPerson, personWithFactor, type Signed } from './signing-in.ts'
import { PASSWORD, type TestApi } from './support.ts'
import { startTwoPlatforms, type TwoPlatforms } from './two-platforms.ts'

let api: TestApi
let founder: Signed
/** A platform that the founder works for besides home. */
let shop: string
let asFounder: TwoPlatforms['asFounder']
let tokenOf: TwoPlatforms['tokenOf']

beforeAll(async () => {
  ;({ api, founder, shop, asFounder, tokenOf } = await startTwoPlatforms())
})
afterAll(() => api?.close())

async function join(person: Signed, role = 'seller') {
  const invited = await asFounder('POST', `/p/${shop}/v1/invitations`, { email: person.email, role })
  expect(invited.statusCode, invited.body).toBe(201)
  return accept(person, await tokenOf(person))
}

/** With a password of their own: that of a new person is an administrator's choice. */
const accept = ({ cookie }: Signed, token: string, password: string | undefined = PASSWORD) =>
  browserOf(api, cookie)('POST', '/v1/me/platforms', { token, password })

describe('a user who founds a platform', () => {
  it('is its administrator, with the sign-in that they have', async () => {
    expect((await asFounder('GET', `/p/${shop}/v1/me`)).json()).toMatchObject({
      id: founder.id,
      role: 'admin',
      platform: { id: shop, name: 'The other shop' },
      mayFound: false,
    })
    expect((await asFounder('POST', `/p/${shop}/v1/platforms`, { name: 'Third' })).statusCode).toBe(403)
    expect((await api.call(api.home.keys.operator, 'GET', '/v1/me')).json()).toMatchObject({ mayFound: false })
    expect((await asFounder('GET', '/v1/me')).json()).toMatchObject({
      platform: { id: api.home.platformId },
      mayFound: true,
    })
    expect((await asFounder('GET', '/v1/me/platforms')).json().data).toEqual(
      expect.arrayContaining([
        { id: api.home.platformId, name: 'home', role: 'admin', home: true },
        { id: shop, name: 'The other shop', role: 'admin', home: false },
      ]),
    )
  })
})

describe('an address that names a platform', () => {
  it('shows that platform’s data and no other’s', async () => {
    const { id } = await api.addCharge(api.home)
    expect((await asFounder('GET', `/v1/charges/${id}`)).statusCode).toBe(200)
    expect((await asFounder('GET', `/p/${shop}/v1/charges/${id}`)).statusCode).toBe(404)
    expect((await asFounder('GET', `/p/${shop}/v1/charges`)).json().data).toEqual([])
    const made = await asFounder('POST', `/p/${shop}/v1/products`, { name: 'Caneca' })
    expect(made.statusCode, made.body).toBe(201)
    expect((await asFounder('GET', `/v1/products/${made.json().id}`)).statusCode).toBe(404)
  })

  it.each(['/v1/me', '/v1/charges', '/v1/platforms', '/v1/users', '/test/v1/charges'])(
    'is not there for a user who does not work there: %s',
    async (path) => {
      const stranger = await newPerson(api, 'admin')
      expect((await browserOf(api, stranger.cookie)('GET', `/p/${shop}${path}`)).statusCode).toBe(404)
      expect((await browserOf(api, stranger.cookie)('GET', `/p/${uuidv7()}${path}`)).statusCode).toBe(404)
      expect((await api.call(api.home.keys.admin, 'GET', `/p/${shop}${path}`)).statusCode).toBe(404)
      expect((await api.call(null, 'GET', `/p/${shop}${path}`)).statusCode).toBe(401)
    },
  )

  it('leaves what is the person’s own where it is', async () => {
    const payload = { password: PASSWORD, newPassword: 'a brand new password' }
    const person = await newPerson(api)
    await join(person)
    expect((await browserOf(api, person.cookie)('POST', `/p/${shop}/v1/me/password`, payload)).statusCode).toBe(204)
    const signedIn = await api.call(null, 'POST', '/v1/auth/sign-in', {
      payload: { email: person.email, password: payload.newPassword },
    })
    expect(signedIn.json().platform.id).toBe(api.home.platformId)
  })
})

describe('an invitation of a person who has a sign-in', () => {
  it('is accepted with it, once, by that person only, and gives its role alone', async () => {
    const person = await newPerson(api, 'admin')
    const stranger = await newPerson(api, 'admin')
    await asFounder('POST', `/p/${shop}/v1/invitations`, { email: person.email, role: 'seller' })
    const token = await tokenOf(person)
    expect((await accept(stranger, token)).statusCode).toBe(404)
    const joined = await accept(person, token)
    expect(joined.statusCode, joined.body).toBe(201)
    expect(joined.json()).toEqual({ id: shop, name: 'The other shop', role: 'seller', home: false })
    expect((await accept(person, token)).statusCode).toBe(404)
    const there = (path: string) => browserOf(api, person.cookie)('GET', `/p/${shop}${path}`)
    expect((await there('/v1/charges')).statusCode).toBe(200)
    expect((await there('/v1/users')).statusCode).toBe(403)
    expect((await asFounder('GET', `/p/${shop}/v1/members`)).json().data).toContainEqual(
      expect.objectContaining({ userId: person.id, email: person.email, role: 'seller' }),
    )
  })

  it('is good as long as the member who wrote it is an administrator there', async () => {
    const writer = await newPerson(api)
    await join(writer, 'admin')
    const guest = await newPerson(api)
    const invitation = { email: guest.email, role: 'seller' }
    expect((await browserOf(api, writer.cookie)('POST', `/p/${shop}/v1/invitations`, invitation)).statusCode).toBe(201)
    const token = await tokenOf(guest)
    await asFounder('DELETE', `/p/${shop}/v1/members/${writer.id}`)
    expect((await accept(guest, token)).statusCode).toBe(404)
  })
})

describe('an acceptance that cannot be noted', () => {
  it.each(['user.password', 'membership.join'])('is none: %s', async (action) => {
    const person = await newPerson(api)
    await asFounder('POST', `/p/${shop}/v1/invitations`, { email: person.email, role: 'seller' })
    const token = await tokenOf(person)
    const { writer } = api.database
    await writer.execute(
      sql`ALTER TABLE audit_log ADD CONSTRAINT unnoted CHECK (action <> ${sql.raw(`'${action}'`)}) NOT VALID`,
    )
    try {
      expect((await accept(person, token, 'a password of their own')).statusCode).toBe(500)
    } finally {
      await writer.execute(sql`ALTER TABLE audit_log DROP CONSTRAINT unnoted`)
    }
    expect((await browserOf(api, person.cookie)('GET', `/p/${shop}/v1/charges`)).statusCode).toBe(404)
    expect((await accept(person, token, 'a password of their own')).statusCode).toBe(201)
    const noted = (
      await asFounder('GET', `/p/${shop}/v1/audit-log?target=user/${person.id}&action=membership.join`)
    ).json()
    expect(noted.data).toHaveLength(1)
  })
})

describe('a password that an administrator chose', () => {
  const alone = (person: Signed, token: string) => browserOf(api, person.cookie)('POST', '/v1/me/platforms', { token })
  const isIn = async ({ email }: Signed, password: string) => {
    const payload = { email, password }
    return (await api.call(null, 'POST', '/v1/auth/sign-in', { payload })).statusCode === 200
  }
  const invite = async (person: Signed) => {
    await asFounder('POST', `/p/${shop}/v1/invitations`, { email: person.email, role: 'admin' })
    return tokenOf(person)
  }
  const refusal = { status: 409, errors: [{ path: '/password', rule: 'ownPassword' }] }

  it('is good for no other platform: the person chooses their own, and who knew the old one is out', async () => {
    const person = await newPerson(api)
    const token = await invite(person)
    // The administrator who made the sign-in is in, as the person.
    const administrator = { ...person, cookie: await api.signIn(person.email) }
    expect((await alone(person, token)).json()).toMatchObject(refusal)
    expect((await browserOf(api, person.cookie)('GET', `/p/${shop}/v1/users`)).statusCode).toBe(404)
    expect((await accept(person, token, 'a password of my own')).statusCode).toBe(201)
    expect((await browserOf(api, person.cookie)('GET', `/p/${shop}/v1/users`)).statusCode).toBe(200)
    expect((await browserOf(api, administrator.cookie)('GET', `/p/${shop}/v1/users`)).statusCode).toBe(401)
    expect([await isIn(person, PASSWORD), await isIn(person, 'a password of my own')]).toEqual([false, true])
  })

  it('is asked about after each that an administrator sets, and not after one’s own', async () => {
    const person = await newPerson(api)
    const change = { password: PASSWORD, newPassword: PASSWORD }
    expect((await browserOf(api, person.cookie)('POST', '/v1/me/password', change)).statusCode).toBe(204)
    const elsewhere = { ...person, cookie: await api.signIn(person.email) }
    expect((await alone(person, await invite(person))).statusCode).toBe(201)
    expect((await browserOf(api, elsewhere.cookie)('GET', '/v1/me')).statusCode).toBe(401)
    const payload = { password: PASSWORD }
    expect((await asFounder('PATCH', `/v1/users/${person.id}`, payload)).statusCode).toBe(200)
    const again = { ...person, cookie: await api.signIn(person.email) }
    expect((await alone(again, await invite(again))).json()).toMatchObject(refusal)
  })

  it('is that of a platform’s first administrator too, until they choose another by mail', async () => {
    const email = `${uuidv7()}@their.example`
    const payload = { name: 'Theirs', admin: { name: 'Rui', email, password: PASSWORD } }
    await api.call(api.home.keys.admin, 'POST', '/v1/platforms', { payload })
    const person = { id: '', email, cookie: await api.signIn(email) }
    expect((await alone(person, await invite(person))).json()).toMatchObject(refusal)
    await api.call(null, 'POST', '/v1/auth/password-reset', { payload: { email } })
    const asThem = (path: string) => browserOf(api, person.cookie)('GET', path)
    await onPage(api).use({ token: await tokenIn(api, email, asThem), password: PASSWORD })
    const again = { ...person, cookie: await api.signIn(email) }
    expect((await alone(again, await invite(again))).statusCode).toBe(201)
  })
})

describe('a key of a user whose role is lowered', () => {
  const roleOf = async (key: string) => (await api.call(key, 'GET', '/v1/me')).json().role
  const make = async (ask: ReturnType<typeof browserOf>, path: string) => {
    const keys: string[] = []
    for (const role of ['admin', 'operator', 'seller'])
      keys.push((await ask('POST', path, { name: role, role })).json().key)
    return keys
  }

  it('does no more than they may, until they may again', async () => {
    const person = await newPerson(api, 'admin')
    const keys = await make(browserOf(api, person.cookie), '/v1/api-keys')
    const { key: grandchild } = (
      await api.call(keys[0] ?? '', 'POST', '/v1/api-keys', { payload: { name: 'x', role: 'admin' } })
    ).json()
    const roles = () => Promise.all([...keys, grandchild].map(roleOf))
    const become = async (role: string) =>
      expect((await asFounder('PATCH', `/v1/users/${person.id}`, { role })).statusCode).toBe(200)
    expect(await roles()).toEqual(['admin', 'operator', 'seller', 'admin'])
    await become('operator')
    expect(await roles()).toEqual(['operator', 'operator', 'seller', 'operator'])
    await become('seller')
    expect(await roles()).toEqual(['seller', 'seller', 'seller', 'seller'])
    expect((await api.call(keys[0] ?? '', 'GET', '/v1/users')).statusCode).toBe(403)
    await become('admin')
    expect(await roles()).toEqual(['admin', 'operator', 'seller', 'admin'])
  })

  it('does so as well where they are a member, whatever they are at home', async () => {
    const person = await newPerson(api, 'admin')
    await join(person, 'admin')
    const keys = await make(browserOf(api, person.cookie), `/p/${shop}/v1/api-keys`)
    expect(await Promise.all(keys.map(roleOf))).toEqual(['admin', 'operator', 'seller'])
    await asFounder('PATCH', `/p/${shop}/v1/members/${person.id}`, { role: 'operator' })
    expect(await Promise.all(keys.map(roleOf))).toEqual(['operator', 'operator', 'seller'])
    await asFounder('PATCH', `/v1/users/${person.id}`, { role: 'seller' })
    expect(await Promise.all(keys.map(roleOf))).toEqual(['operator', 'operator', 'seller'])
  })
})

describe('a member who is let go', () => {
  it('is out at once, with the keys that they made there, and stays at home', async () => {
    const person = await newPerson(api)
    await join(person, 'admin')
    const there = (method: string, path: string, payload?: object) =>
      browserOf(api, person.cookie)(method, `/p/${shop}${path}`, payload)
    const { key } = (await there('POST', '/v1/api-keys', { name: 'mine', role: 'admin' })).json()
    expect((await api.call(key, 'GET', '/v1/charges')).statusCode).toBe(200)
    expect((await there('DELETE', `/v1/members/${person.id}`)).statusCode).toBe(422)
    expect((await asFounder('DELETE', `/v1/members/${person.id}`)).statusCode).toBe(404)
    expect((await asFounder('DELETE', `/p/${shop}/v1/members/${person.id}`)).statusCode).toBe(204)
    expect((await there('GET', '/v1/charges')).statusCode).toBe(404)
    expect((await api.call(key, 'GET', '/v1/charges')).statusCode).toBe(401)
    expect((await browserOf(api, person.cookie)('GET', '/v1/me')).statusCode).toBe(200)
  })

  it('does not come back by an invitation that they had not used', async () => {
    const member = await newPerson(api)
    await join(member, 'admin')
    // Invited while home had disabled them.
    await asFounder('PATCH', `/v1/users/${member.id}`, { disabled: true })
    await asFounder('POST', `/p/${shop}/v1/invitations`, { email: member.email, role: 'seller' })
    await asFounder('PATCH', `/v1/users/${member.id}`, { disabled: false })
    const person = { ...member, cookie: await api.signIn(member.email) }
    const token = await tokenOf(person)
    expect((await asFounder('DELETE', `/p/${shop}/v1/members/${person.id}`)).statusCode).toBe(204)
    expect((await accept(person, token)).statusCode).toBe(404)
    expect((await join(person)).statusCode).toBe(201)
  })

  const changes = {
    password: { method: 'PATCH', path: '', payload: { password: 'of an administrator’s choice' } },
    factor: { method: 'DELETE', path: '/second-factor', payload: undefined },
    removal: { method: 'DELETE', path: '', payload: undefined },
  }

  it.each(Object.entries(changes))('or else nothing of how they sign in is changed: %s', async (_, change) => {
    const person = await personWithFactor(api)
    expect((await join(person)).statusCode).toBe(201)
    const { sql } = api.database
    await sql.unsafe(`
      CREATE FUNCTION keep_member() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept'; END $$;
      CREATE TRIGGER keep_member BEFORE DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION keep_member()`)
    try {
      const answer = await asFounder(change.method, `/v1/users/${person.id}${change.path}`, change.payload)
      expect(answer.statusCode).toBe(500)
    } finally {
      await sql.unsafe('DROP FUNCTION keep_member CASCADE')
    }
    const payload = { email: person.email, password: PASSWORD }
    const asked = await api.call(null, 'POST', '/v1/auth/sign-in', { payload })
    expect([asked.statusCode, asked.json().next]).toEqual([202, 'secondFactor'])
  })

  it('is so once an administrator has changed how they sign in', async () => {
    for (const { method, path, payload } of Object.values(changes)) {
      const person = await personWithFactor(api)
      expect((await join(person)).statusCode).toBe(201)
      const answer = await asFounder(method, `/v1/users/${person.id}${path}`, payload)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      const { data } = (await asFounder('GET', `/p/${shop}/v1/members`)).json<{ data: { userId: string }[] }>()
      expect(data.map(({ userId }) => userId)).not.toContain(person.id)
    }
  })
})
