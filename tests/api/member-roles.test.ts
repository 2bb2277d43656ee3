/** `PATCH /v1/members/:id`: what a user of another platform may do here. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { platforms } from '../../db/schema/index.ts'
import { untilWaiting } from '../support/locks.ts'
import { browserOf, newPerson, personWithFactor, type Signed } from './signing-in.ts'
import { PASSWORD } from './support.ts'
import { startTwoPlatforms, type TwoPlatforms } from './two-platforms.ts'

let two: TwoPlatforms
beforeAll(async () => {
  two = await startTwoPlatforms()
})
afterAll(() => two?.api.close())

/** At the shop. */
const asFounder = (method: string, path: string, payload?: object) =>
  two.asFounder(method, `/p/${two.shop}${path}`, payload)

const there = ({ cookie }: Signed, method: string, path: string, payload?: object) =>
  browserOf(two.api, cookie)(method, `/p/${two.shop}${path}`, payload)

async function join<Person extends Signed>(person: Person, role = 'seller'): Promise<Person> {
  await asFounder('POST', '/v1/invitations', { email: person.email, role })
  const payload = { token: await two.tokenOf(person), password: PASSWORD }
  const joined = await browserOf(two.api, person.cookie)('POST', '/v1/me/platforms', payload)
  expect(joined.statusCode, joined.body).toBe(201)
  return person
}

it('is another role at once, for the keys that they made too, and is noted', async () => {
  const person = await join(await newPerson(two.api, 'admin'), 'admin')
  expect((await there(person, 'GET', '/v1/users')).statusCode).toBe(200)
  const { key } = (await there(person, 'POST', '/v1/api-keys', { name: 'theirs', role: 'admin' })).json()
  const changed = await asFounder('PATCH', `/v1/members/${person.id}`, { role: 'seller' })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(changed.json()).toMatchObject({ userId: person.id, role: 'seller', secondFactor: 'off' })
  expect((await there(person, 'GET', '/v1/users')).statusCode).toBe(403)
  expect((await there(person, 'GET', '/v1/charges')).statusCode).toBe(200)
  expect((await two.api.call(key, 'GET', '/v1/me')).json()).toMatchObject({ role: 'seller' })
  expect((await browserOf(two.api, person.cookie)('GET', '/v1/users')).statusCode).toBe(200)
  const log = await asFounder('GET', `/v1/audit-log?target=user/${person.id}&action=membership.change`)
  expect(log.json().data).toMatchObject([{ actor: two.founder.email, detail: { role: 'seller' } }])
})

it('ends the invitations that they sent, with their right to invite', async () => {
  const person = await join(await newPerson(two.api), 'admin')
  const guest = { email: 'guest-of-lowered@home.example', role: 'seller' }
  expect((await there(person, 'POST', '/v1/invitations', guest)).statusCode).toBe(201)
  await asFounder('PATCH', `/v1/members/${person.id}`, { role: 'operator' })
  const { data } = (await asFounder('GET', '/v1/invitations')).json<{ data: { email: string; state: string }[] }>()
  expect(data.find(({ email }) => email === guest.email)).toMatchObject({ state: 'withdrawn' })
})

it('ends the invitations to them, which would give the role back', async () => {
  const member = await join(await newPerson(two.api), 'admin')
  const atHome = (payload: object) =>
    two.api.call(two.api.home.keys.admin, 'PATCH', `/v1/users/${member.id}`, { payload })
  // Invited while home had disabled them.
  expect((await atHome({ disabled: true })).statusCode).toBe(200)
  expect((await asFounder('POST', '/v1/invitations', { email: member.email, role: 'admin' })).statusCode).toBe(201)
  expect((await atHome({ disabled: false })).statusCode).toBe(200)
  const person = { ...member, cookie: await two.api.signIn(member.email) }
  const payload = { token: await two.tokenOf(person), password: PASSWORD }
  await asFounder('PATCH', `/v1/members/${person.id}`, { role: 'seller' })
  expect((await browserOf(two.api, person.cookie)('POST', '/v1/me/platforms', payload)).statusCode).toBe(404)
  expect((await there(person, 'GET', '/v1/me')).json()).toMatchObject({ role: 'seller' })
})

it('shows who has a second factor, as the platform asks for it', async () => {
  const person = await join(await personWithFactor(two.api))
  const bare = await join(await newPerson(two.api))
  const { data } = (await asFounder('GET', '/v1/members')).json()
  expect(data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ userId: person.id, secondFactor: 'on' }),
      expect.objectContaining({ userId: bare.id, secondFactor: 'off' }),
    ]),
  )
})

it('is nothing for a platform that they do not work for, nor for users of its own', async () => {
  const person = await join(await newPerson(two.api))
  const payload = { role: 'admin' }
  for (const [key, id] of [
    [two.api.home.keys.admin, person.id],
    [two.api.other.keys.admin, person.id],
    [two.api.other.keys.admin, two.founder.id],
  ] as const) {
    expect((await two.api.call(key, 'PATCH', `/v1/members/${id}`, { payload })).statusCode).toBe(404)
  }
  expect((await there(person, 'GET', '/v1/me')).json()).toMatchObject({ role: 'seller' })
  expect((await there(person, 'PATCH', `/v1/members/${person.id}`, payload)).statusCode).toBe(403)
})

it('is not one’s own, nor by a key of one’s own', async () => {
  const own = await asFounder('PATCH', `/v1/members/${two.founder.id}`, { role: 'seller' })
  expect(own.json()).toMatchObject({ status: 422, errors: [{ path: '/role', rule: 'ownRole' }] })
  const other = await join(await newPerson(two.api), 'admin')
  expect((await there(other, 'PATCH', `/v1/members/${two.founder.id}`, { role: 'operator' })).statusCode).toBe(200)
  const { key } = (await there(other, 'POST', '/v1/api-keys', { name: 'left behind', role: 'admin' })).json()
  const byKey = await two.api.call(key, 'PATCH', `/v1/members/${other.id}`, { payload: { role: 'seller' } })
  expect(byKey.json()).toMatchObject({ status: 422, errors: [{ rule: 'ownRole' }] })
  expect((await there(other, 'PATCH', `/v1/members/${two.founder.id}`, { role: 'admin' })).statusCode).toBe(200)
})

it.each([
  ['lower', 'PATCH', { role: 'seller' }, 200, '/role'],
  ['remove', 'DELETE', undefined, 204, '/id'],
] as const)(
  'leaves an administrator where the last two %s each other at the same moment',
  async (_how, method, payload, done, path) => {
    const other = await join(await newPerson(two.api), 'admin')
    const { data } = (await asFounder('GET', '/v1/members')).json<{ data: { userId: string; role: string }[] }>()
    for (const { userId, role } of data) {
      if (role !== 'admin' || [other.id, two.founder.id].includes(userId)) continue
      expect((await asFounder('DELETE', `/v1/members/${userId}`)).statusCode).toBe(204)
    }
    const answers = await two.api.database.writer.transaction(async (tx) => {
      await tx.select({ id: platforms.id }).from(platforms).where(eq(platforms.id, two.shop)).for('update')
      const theirs = Promise.resolve(asFounder(method, `/v1/members/${other.id}`, payload))
      await untilWaiting(two.api.database, 1)
      const ours = Promise.resolve(there(other, method, `/v1/members/${two.founder.id}`, payload))
      await untilWaiting(two.api.database, 2)
      return { theirs, ours }
    })
    expect((await answers.theirs).statusCode).toBe(done)
    expect((await answers.ours).json()).toMatchObject({ status: 422, errors: [{ path, rule: 'lastAdmin' }] })
    expect((await asFounder('GET', '/v1/me')).json()).toMatchObject({ role: 'admin' })
  },
)

it('takes a role that exists, and nothing else', async () => {
  const person = await join(await newPerson(two.api))
  for (const payload of [{ role: 'owner' }, {}, { role: 'seller', name: 'Other' }]) {
    expect((await asFounder('PATCH', `/v1/members/${person.id}`, payload)).statusCode).toBe(400)
  }
})
