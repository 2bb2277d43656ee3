/** Invitations end with their sender's right to invite: each way to lose it, at home and where the sender is a member. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onPage, tokenIn } from './mailed-links.ts'
import { browserOf, newPerson, type Signed } from './signing-in.ts'
import { PASSWORD, type TestApi } from './support.ts'
import { startTwoPlatforms, type TwoPlatforms } from './two-platforms.ts'

let api: TestApi
let founder: Signed
/** A platform of the founder's besides home. */
let shop: string
let asFounder: TwoPlatforms['asFounder']
let tokenOf: TwoPlatforms['tokenOf']
beforeAll(async () => {
  ;({ api, founder, shop, asFounder, tokenOf } = await startTwoPlatforms())
})
afterAll(() => api?.close())

const inShop = (path: string) => `/p/${shop}${path}`
const done = async (answer: ReturnType<TwoPlatforms['asFounder']>) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
}
const invite = (of: Signed, place: (path: string) => string, email: string, role: string) =>
  browserOf(api, of.cookie)('POST', place('/v1/invitations'), { email, role })
/** As a member of the other shop, with a password of their own. */
const join = async (person: Signed, role: string) => {
  await done(invite(founder, inShop, person.email, role))
  const token = await tokenOf(person)
  await done(browserOf(api, person.cookie)('POST', '/v1/me/platforms', { token, password: `${PASSWORD} own` }))
}
const atHome = (path: string) => path
const user = ({ id }: Signed) => `/v1/users/${id}`

/** By the owner of the e-mail, as whom the other shop invites them, after home had disabled their sign-in. */
const replaced = async (person: Signed) => {
  await done(asFounder('PATCH', user(person), { disabled: true }))
  await done(invite(founder, inShop, person.email, 'seller'))
  const token = await tokenOf(person)
  return () => onPage(api).use({ token, name: 'Bia', password: `${PASSWORD} own`, replace: true })
}
const closeLog = () =>
  api.database.sql.unsafe(`
    CREATE FUNCTION keep_open() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept open'; END $$;
    CREATE TRIGGER keep_open BEFORE INSERT ON audit_log FOR EACH ROW
      WHEN (NEW.action = 'invitation.withdraw') EXECUTE FUNCTION keep_open()`)
const openLog = () => api.database.sql.unsafe('DROP FUNCTION keep_open CASCADE')

const CASES: [string, (path: string) => string, lose: (person: Signed) => Promise<void>][] = [
  ['a lower role', atHome, (person) => done(asFounder('PATCH', user(person), { role: 'operator' }))],
  ['being disabled', atHome, (person) => done(asFounder('PATCH', user(person), { disabled: true }))],
  ['being removed', atHome, (person) => done(asFounder('DELETE', user(person)))],
  [
    'a lower role as a member',
    inShop,
    ({ id }) => done(asFounder('PATCH', inShop(`/v1/members/${id}`), { role: 'operator' })),
  ],
  ['being let go', inShop, ({ id }) => done(asFounder('DELETE', inShop(`/v1/members/${id}`)))],
  [
    'a password that another chose',
    inShop,
    (person) => done(asFounder('PATCH', user(person), { password: `${PASSWORD} x` })),
  ],
  ['being removed where they sign in', inShop, (person) => done(asFounder('DELETE', user(person)))],
  ['being replaced where they sign in', inShop, async (person) => done((await replaced(person))())],
]

it.each(CASES)('%s withdraws them for good, each in the audit log', async (_, place, lose) => {
  const person = await newPerson(api, 'admin')
  if (place === inShop) await join(person, 'admin')
  const email = `${uuidv7()}@guests.example`
  const { id } = (await invite(person, place, email, 'admin')).json()
  const other = (await invite(founder, place, `other-${email}`, 'seller')).json()
  const stateOf = async (which: string) => {
    const { data } = (await asFounder('GET', place('/v1/invitations?limit=100'))).json()
    return data.find((row: { id: string }) => row.id === which)?.state
  }
  await done(asFounder('PATCH', user(person), { name: 'As before' }))
  expect(await stateOf(id)).toBe('open')
  await lose(person)
  expect([await stateOf(id), await stateOf(other.id)]).toEqual(['withdrawn', 'open'])
  const { data } = (
    await asFounder('GET', place(`/v1/audit-log?target=${encodeURIComponent(`invitation/${id}`)}`))
  ).json()
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['invitation.withdraw', 'invitation.create'])
  expect(data[0].detail).toMatchObject({ email, because: expect.stringContaining('no administrator') })
})

it('the right that comes back brings none back', async () => {
  const person = await newPerson(api, 'admin')
  const email = `${uuidv7()}@guests.example`
  await done(invite(person, atHome, email, 'admin'))
  const token = await tokenIn(api, email)
  for (const role of ['seller', 'admin']) await done(asFounder('PATCH', user(person), { role }))
  const answer = await api.call(null, 'POST', '/v1/auth/links', { payload: { token } })
  expect(answer.statusCode).toBe(404)
})

it('a person who accepts a lower role keeps the one they have where what they sent cannot be ended', async () => {
  const member = await newPerson(api, 'admin')
  await join(member, 'admin')
  // A member is invited only while their own platform has disabled them.
  await done(asFounder('PATCH', user(member), { disabled: true }))
  await done(invite(founder, inShop, member.email, 'operator'))
  await done(asFounder('PATCH', user(member), { disabled: false }))
  const payload = { email: member.email, password: `${PASSWORD} own` }
  const { cookies } = await api.call(null, 'POST', '/v1/auth/sign-in', { payload })
  const person = { ...member, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  await done(invite(person, inShop, `${uuidv7()}@guests.example`, 'admin'))
  const token = await tokenOf(person)
  const accept = () => browserOf(api, person.cookie)('POST', '/v1/me/platforms', { token })
  await closeLog()
  try {
    expect((await accept()).statusCode).toBe(500)
    const me = await browserOf(api, person.cookie)('GET', inShop('/v1/me'))
    expect(me.json()).toMatchObject({ role: 'admin' })
  } finally {
    await openLog()
  }
  await done(accept())
})
