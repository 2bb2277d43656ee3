/** Moments that no calendar of ours has: each is answered, or refused, and none is a failure of ours. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

interface Parameter {
  name: string
  in: string
  schema: { format?: string; anyOf?: { format?: string }[] }
}

const EXTREMES = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '0999-12-31T03:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const isMoment = ({ in: where, schema }: Parameter) =>
  where === 'query' && [schema, ...(schema.anyOf ?? [])].some(({ format }) => /^date/.test(format ?? ''))

it('every query that takes a moment answers any, or says what is wrong', async () => {
  const { paths } = (await api.call(null, 'GET', '/openapi.json')).json()
  const asked = Object.entries<{ get?: { parameters?: Parameter[] } }>(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter(isMoment)
      .flatMap(({ name }) =>
        EXTREMES.map((moment) => `${path.replace('{id}', api.home.platformId)}?${name}=${encodeURIComponent(moment)}`),
      ),
  )
  expect(asked.length).toBeGreaterThan(20 * EXTREMES.length)
  const failed: string[] = []
  for (const address of asked) {
    const { statusCode } = await api.call(api.home.keys.admin, 'GET', address)
    if (![200, 400, 404, 422].includes(statusCode)) failed.push(`${statusCode} ${address}`)
  }
  expect(failed).toEqual([])
})
