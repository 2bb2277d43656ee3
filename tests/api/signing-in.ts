/** People with a second factor, as a browser makes them. */
import { uuidv7 } from 'uuidv7'
import { codeNow } from '../support/authenticator.ts'
import { PASSWORD, type TestApi } from './support.ts'

export interface Signed {
  id: string
  email: string
  cookie: string
}

export interface WithFactor extends Signed {
  secret: string
  recoveryCodes: string[]
}

export type Browser = ReturnType<typeof browserOf>

/** Requests with one cookie. */
export const browserOf = (api: TestApi, cookie: string) => (method: string, url: string, payload?: object) =>
  api.call(null, method, url, { headers: { cookie }, payload })

export async function newPerson(api: TestApi, role = 'seller'): Promise<Signed> {
  const email = `${uuidv7()}@home.example`
  const payload = { name: 'Ana', email, password: PASSWORD, role }
  const { id } = (await api.call(api.home.keys.admin, 'POST', '/v1/users', { payload })).json()
  return { id, email, cookie: await api.signIn(email) }
}

/** An administrator who has chosen their own password: the same again. */
export async function newFounder(api: TestApi): Promise<Signed> {
  const person = await newPerson(api, 'admin')
  const change = { password: PASSWORD, newPassword: PASSWORD }
  const changed = await browserOf(api, person.cookie)('POST', '/v1/me/password', change)
  if (changed.statusCode !== 204) throw new Error(`Choosing a password: ${changed.body}`)
  return person
}

/** Confirmed with the code of now: the one after it is left. */
export async function personWithFactor(api: TestApi, role = 'seller'): Promise<WithFactor> {
  const person = await newPerson(api, role)
  const browser = browserOf(api, person.cookie)
  const begun = await browser('POST', '/v1/me/second-factor', { password: PASSWORD })
  const { secret } = begun.json()
  const confirmed = await browser('POST', '/v1/me/second-factor/confirm', { code: codeNow(secret) })
  if (confirmed.statusCode !== 200) throw new Error(`Confirming: ${confirmed.body}`)
  return { ...person, secret, ...confirmed.json() }
}

/** The first step. @returns the cookie that the second one needs. */
export async function pendingCookie(
  api: TestApi,
  email: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const payload = { email, password: PASSWORD }
  const asked = await api.call(null, 'POST', '/v1/auth/sign-in', { payload, headers })
  if (asked.statusCode !== 202) throw new Error(`First step: ${asked.statusCode} ${asked.body}`)
  return asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

export const secondStep = (api: TestApi, cookie: string, code: string) =>
  api.call(null, 'POST', '/v1/auth/second-factor', { headers: { cookie }, payload: { code } })
