/** Of every operation of the OpenAPI document: after a lost answer the SDK makes it again only where that makes nothing twice. */
import { afterAll, expect, test } from 'vitest'
import { openApiDocument } from '../../scripts/sdk/openapi-document.ts'
import { sdkOperations } from '../../scripts/sdk/operations.ts'
import { Trilho } from '../../sdk/index.ts'
import { DROPS, type FlakyApi, startFlakyApi } from './flaky-api.ts'

/** It asks for another signed address, at which nothing is until the file has come. */
const MAKES_NOTHING = ['uploads.send']

const apis: FlakyApi[] = []
afterAll(() => Promise.all(apis.map((api) => api.close())))

/** One for each operation: most of its time a call rests before it is made again, and many rest at once. */
async function startDroppingApi(): Promise<FlakyApi> {
  const api = await startFlakyApi()
  apis.push(api)
  api.replies.push(DROPS)
  return api
}

type Method = (...given: unknown[]) => Promise<unknown>

const operations = sdkOperations(await openApiDocument())
  .filter(({ isStream }) => !isStream)
  .map((operation) => ({ ...operation, called: `${operation.resource}.${operation.name}` }))

test.concurrent.each(operations)(
  '$called: $method $path',
  async ({ resource, name, called, method, params, body, file, keyed }) => {
    const api = await startDroppingApi()
    const trilho = new Trilho({ apiKey: 'trk_test', baseUrl: api.url, retries: 1 })
    const call = (trilho as unknown as Record<string, Record<string, Method>>)[resource]?.[name] as Method
    const given = [...params.map(() => 'one'), ...(file === 'named' ? ['file'] : []), ...(body ? [{ file: 'x' }] : [])]
    await expect(call(...given)).rejects.toMatchObject({ reason: 'network' })
    const isRepeated = api.asked.length > 1
    expect(isRepeated).toBe(method === 'GET' || keyed || MAKES_NOTHING.includes(called))
    const keys = new Set(api.asked.map(({ headers }) => headers['idempotency-key']))
    expect([...keys]).toEqual([keyed ? expect.stringMatching(/./) : undefined])
  },
)
