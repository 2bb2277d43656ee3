import { afterAll, beforeAll, expect, it } from 'vitest'
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

async function secondAdmin(): Promise<Signed> {
  const person = await newPerson(two.api)
  expect((await invite(two.founder, person, 'admin')).statusCode).toBe(201)
  expect((await accept(person, await two.tokenOf(person))).statusCode).toBe(201)
  return person
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
