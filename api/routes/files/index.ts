/** The local store's own addresses, which nobody makes up: they come from POST /v1/uploads. With a bucket they do not exist. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { deriveKey } from '../../../config/env.ts'
import { fileTypeOf } from '../../../storage/file-types.ts'
import { fits, readLocalFile, refusal, writeLocalFile } from '../../../storage/local.ts'
import { CACHE_CONTROL, MAX_FILE_BYTES } from '../../../storage/storage.ts'
import { notFound, problem } from '../../problem.ts'
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
const REFUSALS = {
  wrongSignature: 'The address was not made by us',
  expired: 'The address has expired',
} as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { storage, masterKey } = app.settings
  if (storage.type !== 'local') return
  const { directory } = storage
  const signingKey = deriveKey(masterKey, 'upload')

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
      config: { access: 'public' },
      // Before a byte of the body is read: nobody fills our memory without an address of ours.
      onRequest: async (request) => {
        const key = (request.params as { '*'?: string })['*'] ?? ''
        if (!Value.Check(Grant, request.query)) throw problem('invalid_signature', { detail: REFUSALS.wrongSignature })
        const refused = refusal({ signingKey }, key, request.query)
        if (refused) throw problem('invalid_signature', { detail: REFUSALS[refused] })
        if (request.headers['content-type'] !== fileTypeOf(key)) throw problem('unsupported_media_type')
      },
      schema: {
        ...DOCUMENTED,
        summary: 'Send a file to a signed address',
        params: Params,
        querystring: Grant,
        response: { 200: Type.Object({ stored: Type.Boolean() }), ...problems(400, 401, 413, 415, 422) },
      },
    },
    async (request) => {
      const { query, body } = request
      const key = request.params['*'] ?? ''
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!fits(query, bytes.byteLength)) {
        throw problem('rule_broken', { detail: 'The file has another size than was announced' })
      }
      await writeLocalFile(directory, key, bytes)
      return { stored: true }
    },
  )

  app.get(
    '/*',
    {
      config: { access: 'public' },
      schema: { ...DOCUMENTED, summary: 'A file', params: Params, response: problems(404) },
    },
    async (request, reply) => {
      const key = request.params['*'] ?? ''
      const bytes = await readLocalFile(directory, key)
      const type = fileTypeOf(key)
      if (!bytes || !type) throw notFound()
      return reply
        .type(type)
        .headers({
          'cache-control': CACHE_CONTROL,
          'content-security-policy': POLICY,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(bytes)
    },
  )
}

export default routes
