/** The collection that Postman imports: every request of it can be sent as it stands. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import collection from '../../api/collection.generated.json' with { type: 'json' }
import { type ChargingApi, startChargingApi } from './charging.ts'

interface CollectedRequest {
  name: string
  request: {
    method: string
    header: { key: string; value: string }[]
    url: { raw: string; query: { key: string; value: string; disabled: boolean }[] }
    body?: { raw: string }
  }
}

const NOBODYS = '01940000-0000-7000-8000-000000000000'
/** What stands for an id of one's own is said to be none. */
const OWN_IDS = ['/endpointId', '/productId', '/accounts/0/providerAccountId']
const requests = collection.item.flatMap(({ item }) => item as CollectedRequest[])

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('ASAAS')
})
afterAll(() => api?.close())

function send({ request: { method, header, url, body } }: CollectedRequest) {
  const path = url.raw.replace('{{baseUrl}}', '').replaceAll(/:\w+/g, NOBODYS)
  const asked = url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value || NOBODYS] as const)
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, value.replace('{{$guid}}', randomUUID())]))
  return api.call(api.home.keys.admin, method, `${path}?${new URLSearchParams(Object.fromEntries(asked))}`, {
    headers,
    ...(body ? { payload: body.raw } : {}),
  })
}

test('it asks with a key, at an address of one’s own', () => {
  expect(collection.auth).toMatchObject({ type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}' }] })
  expect(collection.variable.map(({ key }) => key)).toEqual(['baseUrl', 'apiKey'])
})

test('it is served where it can be imported from, for this address', async () => {
  const served = await api.call(null, 'GET', '/collection.json')
  expect(served.json().item).toEqual(collection.item)
  expect(served.json().variable[0]).toMatchObject({ key: 'baseUrl', value: api.settings.publicUrl })
})

test.each(requests.map((request) => [`${request.request.method} ${request.name}`, request] as const))(
  '%s is sent as it stands',
  async (_, request) => {
    const answer = await send(request)
    if (answer.statusCode === 422) {
      const { errors = [] } = answer.json<{ errors?: { path: string }[] }>()
      expect(
        errors.map(({ path }) => path).filter((path) => !OWN_IDS.includes(path)),
        answer.body,
      ).toEqual([])
      expect(errors.length, answer.body).toBeGreaterThan(0)
    } else expect([200, 201, 202, 204, 404], answer.body).toContain(answer.statusCode)
  },
)
