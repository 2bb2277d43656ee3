/** Temporal Web shows operators what payloads say: their browser sends them here with its own session, from Temporal Web's origin. */
import { timingSafeEqual } from 'node:crypto'
import cors from '@fastify/cors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Payload } from '@temporalio/common'
import { localCodecPath } from '../../../config/env.ts'
import { defined } from '../../../domain/defined.ts'
import { operatorsCodec } from '../../../temporal/codec.ts'
import { sha256 } from '../../access/api-keys.ts'
import { assertInstallationsOwn } from '../../access/installation.ts'
import { notFound, problem } from '../../problem.ts'
import { guarded } from '../../responses.ts'
import { Payloads } from '../../schemas/codec.ts'

const DIRECTIONS = ['encode', 'decode'] as const
const BODY_LIMIT = 4 * 1024 * 1024

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { masterKey, temporalUiUrl, production } = app.settings
  const codec = operatorsCodec(masterKey)
  const trustedOrigins = temporalUiUrl === undefined ? [] : [new URL(temporalUiUrl).origin]
  const config = { access: 'operator', trustedOrigins } as const
  await app.register(cors, {
    origin: [...trustedOrigins],
    credentials: true,
    methods: ['POST'],
    allowedHeaders: ['content-type', 'authorization', 'x-namespace'],
    maxAge: 600,
  })

  const local = { path: '/:address', config: { access: 'public' }, hide: true } as const
  const doors = [{ path: '', config, hide: false }, ...(production ? [] : [local])]
  const localAddress = sha256(localCodecPath(masterKey))
  for (const { operation, door } of DIRECTIONS.flatMap((operation) => doors.map((door) => ({ operation, door })))) {
    app.post(
      `${door.path}/${operation}`,
      {
        config: door.config,
        bodyLimit: BODY_LIMIT,
        schema: {
          operationId: `${operation}Payloads`,
          tags: ['Operations'],
          hide: door.hide,
          summary: operation === 'decode' ? 'Open Temporal payloads' : 'Seal Temporal payloads',
          body: Payloads,
          response: { 200: Payloads, ...guarded(413) },
        },
      },
      async (request) => {
        const { address } = request.params as { address?: string }
        if (address === undefined) await assertInstallationsOwn(app, request)
        else if (!timingSafeEqual(sha256(`/codec/${address}`), localAddress)) throw notFound()
        try {
          const payloads = await codec[operation](request.body.payloads.map(fromJson))
          return { payloads: payloads.map(toJson) }
        } catch {
          throw problem('malformed_request', { detail: 'Not a payload of ours' })
        }
      },
    )
  }
}

interface PayloadJson {
  metadata?: Record<string, string>
  data?: string
}

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function fromJson({ metadata = {}, data }: PayloadJson): Payload {
  const entries = Object.entries(metadata).map(([name, value]) => [name, fromBase64(value)] as const)
  return {
    metadata: Object.fromEntries(entries),
    ...defined({ data: data === undefined ? undefined : fromBase64(data) }),
  }
}

function toJson({ metadata, data }: Payload): PayloadJson {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [name, toBase64(value)] as const)
  return { metadata: Object.fromEntries(entries), ...defined({ data: data ? toBase64(data) : undefined }) }
}

export default routes
