/** What the audit log says of people, done once each. */
import { uuidv7 } from 'uuidv7'
import { codeNow } from '../support/authenticator.ts'
import { onPage, tokenIn } from './mailed-links.ts'
import { givePaper } from './papers.ts'
import { browserOf, newPerson, pendingCookie, personWithFactor, secondStep } from './signing-in.ts'
import { PASSWORD, type TestApi } from './support.ts'

export const peopleDeeds = (started: () => TestApi) => ({
  'PATCH /v1/me': async () => (await signedInPerson(started()))('PATCH', '/v1/me', { name: 'Ana Maria' }),
  'POST /v1/me/password': async () => {
    const payload = { password: PASSWORD, newPassword: 'a brand new password' }
    return (await signedInPerson(started()))('POST', '/v1/me/password', payload)
  },
  'DELETE /v1/me/sessions': async () => (await signedInPerson(started()))('DELETE', '/v1/me/sessions'),
  'DELETE /v1/me/sessions/{id}': async () => {
    const { email, cookie } = await newPerson(started())
    await started().signIn(email)
    const browser = browserOf(started(), cookie)
    const { data } = (await browser('GET', '/v1/me/sessions')).json<{ data: { id: string; current: boolean }[] }>()
    return browser('DELETE', `/v1/me/sessions/${data.find(({ current }) => !current)?.id}`)
  },
  'POST /v1/me/second-factor/confirm': async () => {
    const browser = await signedInPerson(started())
    const { secret } = (await browser('POST', '/v1/me/second-factor', { password: PASSWORD })).json()
    return browser('POST', '/v1/me/second-factor/confirm', { code: codeNow(secret, 1) })
  },
  'POST /v1/me/second-factor/recovery-codes': async () => {
    const { cookie, secret } = await personWithFactor(started())
    const payload = { password: PASSWORD, code: codeNow(secret, 1) }
    return browserOf(started(), cookie)('POST', '/v1/me/second-factor/recovery-codes', payload)
  },
  'POST /v1/me/second-factor/disable': async () => {
    const { cookie, secret } = await personWithFactor(started())
    const payload = { password: PASSWORD, code: codeNow(secret, 1) }
    return browserOf(started(), cookie)('POST', '/v1/me/second-factor/disable', payload)
  },
  'DELETE /v1/users/{id}': async () => {
    const { id } = await newPerson(started())
    return started().call(started().home.keys.admin, 'DELETE', `/v1/users/${id}`)
  },
  'DELETE /v1/users/{id}/second-factor': async () => {
    const { id } = await personWithFactor(started())
    return started().call(started().home.keys.admin, 'DELETE', `/v1/users/${id}/second-factor`)
  },
  'POST /v1/users/{id}/documents/{name}': async () => {
    const { id, cookie } = await newPerson(started())
    return givePaper(started(), { id, cookie })
  },
  'DELETE /v1/users/{id}/documents/{name}': async () => {
    const { id, cookie } = await newPerson(started())
    await givePaper(started(), { id, cookie })
    return browserOf(started(), cookie)('DELETE', `/v1/users/${id}/documents/photoDocument`)
  },
  'POST /v1/invitations': async () => invited(started()),
  'POST /v1/invitations/{id}/resend': async () => {
    const { id } = (await invited(started())).json()
    return started().call(started().home.keys.admin, 'POST', `/v1/invitations/${id}/resend`)
  },
  'DELETE /v1/invitations/{id}': async () => {
    const { id } = (await invited(started())).json()
    return started().call(started().home.keys.admin, 'DELETE', `/v1/invitations/${id}`)
  },
  'POST /v1/me/platforms': async () => (await joined(started())).answer,
  'PATCH /v1/members/{id}': async () => {
    const { id } = await joined(started())
    const payload = { role: 'operator' }
    return started().call(started().home.keys.admin, 'PATCH', `/v1/members/${id}`, { payload })
  },
  'DELETE /v1/members/{id}': async () => {
    const { id } = await joined(started())
    return started().call(started().home.keys.admin, 'DELETE', `/v1/members/${id}`)
  },
  'POST /v1/auth/links/use': async () => {
    const { email } = (await invited(started())).json()
    return onPage(started()).use({ token: await tokenIn(started(), email), name: 'Bia', password: PASSWORD })
  },
  'POST /v1/auth/password-reset': async () => {
    const { email } = await newPerson(started())
    return started().call(null, 'POST', '/v1/auth/password-reset', { payload: { email } })
  },
  'POST /v1/auth/sign-in': async () => {
    const { email } = await newPerson(started())
    return started().call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password: PASSWORD } })
  },
  'POST /v1/auth/second-factor': async () => {
    const { email, secret } = await personWithFactor(started())
    return secondStep(started(), await pendingCookie(started(), email), codeNow(secret, 1))
  },
  'POST /v1/auth/sign-out': async () => (await signedInPerson(started()))('POST', '/v1/auth/sign-out'),
})

function invited(api: TestApi) {
  const payload = { email: `${uuidv7()}@home.example`, role: 'seller' }
  return api.call(api.home.keys.admin, 'POST', '/v1/invitations', { payload })
}

/** A person of another platform, who works for ours as well. */
async function joined(api: TestApi) {
  const email = `${uuidv7()}@home.example`
  const payload = { name: 'Theirs', admin: { name: 'Rui', email, password: PASSWORD } }
  await api.call(api.home.keys.admin, 'POST', '/v1/platforms', { payload })
  await api.call(api.home.keys.admin, 'POST', '/v1/invitations', { payload: { email, role: 'seller' } })
  const token = await tokenIn(api, email)
  const browser = browserOf(api, await api.signIn(email))
  const { id } = (await browser('GET', '/v1/me')).json<{ id: string }>()
  return { id, answer: await browser('POST', '/v1/me/platforms', { token, password: PASSWORD }) }
}

async function signedInPerson(api: TestApi) {
  return browserOf(api, (await newPerson(api)).cookie)
}
