/** A platform keeps an administrator when its own users are invited to it and accept. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { platforms } from '../../db/schema/index.ts'
import { untilWaiting } from '../support/locks.ts'
import { tokenIn } from './mailed-links.ts'
import { browserOf, newPerson, type Signed } from './signing-in.ts'
import { PASSWORD } from './support.ts'
import { startTwoPlatforms, type TwoPlatforms } from './two-platforms.ts'

let two: TwoPlatforms
beforeAll(async () => {
  two = await startTwoPlatforms()
})
afterAll(() => two?.api.close())

const inShop = ({ cookie }: Pick<Signed, 'cookie'>, method: string, path: string, payload?: object) =>
  browserOf(two.api, cookie)(method, `/p/${two.shop}${path}`, payload)
const invite = (by: Signed, { email }: Pick<Signed, 'email'>, role: string) =>
  inShop(by, 'POST', '/v1/invitations', { email, role })
const accept = ({ cookie }: Signed, token: string) =>
  browserOf(two.api, cookie)('POST', '/v1/me/platforms', { token, password: PASSWORD })
const setDisabled = async ({ id }: Signed, disabled: boolean) => {
  const changed = await two.api.call(two.api.home.keys.admin, 'PATCH', `/v1/users/${id}`, { payload: { disabled } })
  expect(changed.statusCode, changed.body).toBe(200)
}

async function secondAdmin(): Promise<Signed> {
  const person = await newPerson(two.api)
  expect((await invite(two.founder, person, 'admin')).statusCode).toBe(201)
  expect((await accept(person, await two.tokenOf(person))).statusCode).toBe(201)
  return person
}

/** The only way to an open invitation for a member: home had disabled them meanwhile. @returns its token, and them signed in again. */
async function invitedAgain(by: Signed, member: Signed): Promise<{ token: string; person: Signed }> {
  await setDisabled(member, true)
  const invited = await invite(by, member, 'seller')
  expect(invited.statusCode, invited.body).toBe(201)
  await setDisabled(member, false)
  const token = await tokenIn(two.api, member.email, (path) => inShop(by, 'GET', path))
  return { token, person: { ...member, cookie: await two.api.signIn(member.email) } }
}

it('who works for the platform already is not invited, oneself neither, whatever the role', async () => {
  const member = await secondAdmin()
  const here = { status: 409, code: 'conflict', detail: 'This user is here already' }
  for (const role of ['seller', 'admin']) {
    expect((await invite(two.founder, two.founder, role)).json()).toMatchObject(here)
    expect((await invite(two.founder, { email: member.email.toUpperCase() }, role)).json()).toMatchObject(here)
  }
  expect((await inShop(two.founder, 'DELETE', `/v1/members/${member.id}`)).statusCode).toBe(204)
  expect((await invite(two.founder, member, 'seller')).statusCode).toBe(201)
})

it('two administrators that accept each other’s invitation to be less at the same moment leave one', async () => {
  const other = await secondAdmin()
  const ours = await invitedAgain(other, two.founder)
  const theirs = await invitedAgain(ours.person, other)
  const answers = await two.api.database.writer.transaction(async (tx) => {
    await tx.select({ id: platforms.id }).from(platforms).where(eq(platforms.id, two.shop)).for('update')
    const first = Promise.resolve(accept(ours.person, ours.token))
    await untilWaiting(two.api.database, 1)
    const second = Promise.resolve(accept(theirs.person, theirs.token))
    await untilWaiting(two.api.database, 2)
    return { first, second }
  })
  expect((await answers.first).json()).toMatchObject({ id: two.shop, role: 'seller' })
  expect((await answers.second).json()).toMatchObject({ status: 422, errors: [{ path: '/token', rule: 'lastAdmin' }] })
  expect((await inShop(theirs.person, 'GET', '/v1/me')).json()).toMatchObject({ role: 'admin' })
})
