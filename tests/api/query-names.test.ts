/** A filter whose name is misspelt would be none, and everything would be let through. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameOf, ROUTES, type Route } from './routes.ts'
import { startTestApi, type TestApi } from './support.ts'

type Documented = { requestBody?: { content: Record<string, { example?: object }> } }

let api: TestApi
let paths: Record<string, Record<string, Documented>>
beforeAll(async () => {
  api = await startTestApi()
  paths = (await api.call(null, 'GET', '/openapi.json')).json().paths
})
afterAll(() => api?.close())

const addressOf = ({ path }: Route) =>
  path
    .replaceAll(/\{(id|evidenceId)\}/g, '01980000-0000-7000-8000-000000000000')
    .replace('{name}', 'photoDocument')
    .replaceAll(/\{\w+\}/g, 'x'.repeat(43))

const unknown = (path: string) => ({ path, rule: 'additionalProperties', message: 'is not known here' })

/** A body is judged before the query, so it has to be a good one. */
const bodyOf = ({ path, method, payload }: Route) =>
  paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example ?? payload

/** All that the OpenAPI document has: access.test.ts compares the two. */
it.each(ROUTES.filter(({ path }) => path.startsWith('/v1/')).map((route) => [nameOf(route), route] as const))(
  '%s takes no name that it does not know',
  async (_, route) => {
    const address = `${addressOf(route)}?statuss=PENDING`
    const answer = await api.call(api.home.keys.admin, route.method, address, { payload: bodyOf(route) })
    expect(answer.json()).toMatchObject({ status: 400, code: 'malformed_request' })
    expect(answer.json().errors).toContainEqual(unknown('/statuss'))
  },
)

it.each(['__proto__', 'constructor', 'prototype', 'toString', 'status/x'])('a name like %s is none', async (name) => {
  const answer = await api.call(api.home.keys.admin, 'GET', `/v1/charges?${encodeURIComponent(name)}=PENDING`)
  expect(answer.json()).toMatchObject({ status: 400, errors: [unknown(`/${name.replace('/', '~1')}`)] })
})

it('what belongs into a body is not taken from an address: a part would be the whole', async () => {
  const { id } = await api.addMadeCharge(api.home, { status: 'APPROVED' })
  const refunds = `/v1/charges/${id}/refunds`
  const answer = await api.call(api.home.keys.seller, 'POST', `${refunds}?amount=100`, { payload: {} })
  expect(answer.json()).toMatchObject({ status: 400, errors: [unknown('/amount')] })
  expect((await api.call(api.home.keys.seller, 'GET', refunds)).json().data).toEqual([])
})

it.each(['/health/live', '/docs', '/openapi.json', '/collection.json'])('%s takes any', async (path) => {
  const [marked, plain] = await Promise.all([`${path}?utm_source=mail`, path].map((url) => api.call(null, 'GET', url)))
  expect(marked?.statusCode).toBe(plain?.statusCode)
})

it('a provider puts into our address what it likes', async () => {
  const { token } = await api.addAccount(api.home, 'ASAAS')
  const payload = { event: 'PAYMENT_CREATED', payment: { id: 'pay_1' } }
  const answer = await api.call(null, 'POST', `/webhooks/asaas/${token}?attempt=1&status=PAID`, { payload })
  expect(answer.statusCode).toBe(200)
})
