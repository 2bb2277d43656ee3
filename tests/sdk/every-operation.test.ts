/** Of every operation of the OpenAPI document: after a lost answer the SDK makes it again only where that makes nothing twice. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApiDocument } from '../../scripts/sdk/openapi-document.ts'
import { sdkOperations } from '../../scripts/sdk/operations.ts'
import { Trilho } from '../../sdk/index.ts'
import { DROPS, type FlakyApi, startFlakyApi } from './flaky-api.ts'

/** It asks for another signed address, at which nothing is until the file has come. */
const MAKES_NOTHING = ['uploads.send']

let api: FlakyApi
beforeAll(async () => {
  api = await startFlakyApi()
  api.replies.push(DROPS)
})
beforeEach(() => void api.asked.splice(0))
afterAll(() => api.close())

type Method = (...given: unknown[]) => Promise<unknown>

const operations = sdkOperations(await openApiDocument())
  .filter(({ isStream }) => !isStream)
  .map((operation) => ({ ...operation, called: `${operation.resource}.${operation.name}` }))

test.each(operations)(
  '$called: $method $path',
  async ({ resource, name, called, method, params, body, file, keyed }) => {
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
