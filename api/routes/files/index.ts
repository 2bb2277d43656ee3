/**
 * Our own addresses of files, which no client makes up: they come from POST /v1/uploads. With a bucket, they only take what has no announced
 * size, and send it there.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { deriveKey } from '../../../config/keys.ts'
import { testTwinOf } from '../../../domain/mode.ts'
import { fileTypeOf } from '../../../storage/file-types.ts'
import {
  fits,
  type Grant as GrantOf,
  type Method,
  openLocalFile,
  refusal,
  removeLocalFile,
  writeLocalFile,
} from '../../../storage/local.ts'
import { cacheControlOf, isPrivate, MAX_FILE_BYTES } from '../../../storage/storage.ts'
import { putNewFile } from '../../../storage/transfer.ts'
import { bodyPlaces } from '../../body-places.ts'
import { notFound, outcomeUnknown, problem } from '../../problem.ts'
import { problems } from '../../responses.ts'

const DOCUMENTED = { tags: ['Files'], hide: true } as const
const Params = Type.Record(Type.String(), Type.String())
const Grant = Type.Object({
  expires: Type.String({ pattern: '^\\d{1,16}$' }),
  size: Type.Optional(Type.String({ pattern: '^\\d{1,12}$' })),
  signature: Type.String({ maxLength: 100 }),
})
/** Nothing that we keep may run, load or be framed; `object-src` is what Chrome's reader of PDFs needs. */
const POLICY =
  "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
/** Files in memory at once, and of one platform with its test twin. */
const [MOST_BODIES, MOST_BODIES_EACH] = [32, 8]

const REFUSALS = {
  wrongSignature: 'The address was not made by us',
  expired: 'The address has expired',
} as const

/** As `publicFolder` and `paperFolder` name it. */
const platformIn = (url: string) => url.split('/')[3] ?? ''

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { storage, masterKey } = app.settings
  const [signingKey] = deriveKey(masterKey, 'upload')

  const assertGranted = (method: Method, key: string, query: unknown): void => {
    if (!Value.Check(Grant, query)) throw problem('invalid_signature', { detail: REFUSALS.wrongSignature })
    const refused = refusal({ signingKey }, method, key, query as GrantOf)
    if (refused) throw problem('invalid_signature', { detail: REFUSALS[refused] })
  }

  /** @param gone its sender's place is free then, so that nothing may hold the file any longer. */
  async function keep(key: string, bytes: Buffer<ArrayBuffer>, gone: AbortSignal): Promise<boolean> {
    if (storage.type === 'local') return writeLocalFile(storage.directory, key, bytes)
    const contentType = fileTypeOf(key)
    if (!contentType) throw problem('unsupported_media_type')
    return putNewFile(app.storage, { key, contentType }, bytes, gone).catch((error: unknown) => {
      app.log.warn({ err: error, key }, 'the store did not take a file')
      throw outcomeUnknown('The store of files did not answer: ask for another address and send it again')
    })
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_FILE_BYTES },
    async (_: unknown, body: Buffer) => body,
  )

  app.put(
    '/*',
    {
      bodyLimit: MAX_FILE_BYTES,
      ...bodyPlaces({ total: MOST_BODIES, each: MOST_BODIES_EACH, ownerOf: ({ url }) => testTwinOf(platformIn(url)) }),
      config: { access: 'public' },
      // Before a byte of the body is read: no client fills our memory without an address of ours.
      onRequest: async (request) => {
        const key = (request.params as { '*'?: string })['*'] ?? ''
        assertGranted('PUT', key, request.query)
        if (request.headers['content-type'] !== fileTypeOf(key)) throw problem('unsupported_media_type')
      },
      schema: {
        ...DOCUMENTED,
        summary: 'Send a file to a signed address',
        params: Params,
        querystring: Grant,
        response: { 200: Type.Object({ stored: Type.Boolean() }), ...problems(401, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { query, body } = request
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const key = request.params['*'] ?? ''
      const bytes = Buffer.isBuffer(body) ? (body as Buffer<ArrayBuffer>) : Buffer.alloc(0)
      if (!fits(query, bytes.byteLength)) {
        throw problem('rule_broken', { detail: 'The file has another size than was announced' })
      }
      const isNew = await keep(key, bytes, gone.signal)
      if (!isNew) throw problem('conflict', { detail: 'The address has taken its file' })
      return { stored: true }
    },
  )

  if (storage.type !== 'local') return
  const { directory } = storage

  app.get(
    '/*',
    {
      config: { access: 'public' },
      schema: { ...DOCUMENTED, summary: 'A file', params: Params, response: problems(401, 404) },
    },
    async (request, reply) => {
      const key = request.params['*'] ?? ''
      if (isPrivate(key)) assertGranted('GET', key, request.query)
      const type = fileTypeOf(key)
      const file = type && (await openLocalFile(directory, key))
      if (!file) throw notFound()
      return reply
        .type(type)
        .headers({
          'content-length': file.size,
          'cache-control': cacheControlOf(key),
          'content-security-policy': POLICY,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(file.stream)
    },
  )

  app.delete(
    '/*',
    {
      config: { access: 'public' },
      schema: { ...DOCUMENTED, summary: 'Forget a file', params: Params, response: problems(401) },
    },
    async (request, reply) => {
      const key = request.params['*'] ?? ''
      assertGranted('DELETE', key, request.query)
      await removeLocalFile(directory, key)
      return reply.code(204).send()
    },
  )
}

export default routes
