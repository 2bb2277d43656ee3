import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider as Adapter } from '../../../../providers/contract.ts'
import { providers } from '../../../../providers/index.ts'
import { isReliedOn } from '../../../../providers/kit/idempotency.ts'
import { guarded } from '../../../responses.ts'
import { WholeListQuery } from '../../../schemas/list.ts'
import { type Provider, ProviderList } from '../../../schemas/provider.ts'
import { presentWhole } from '../../../whole-list.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onSend', unlessKnown)
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Providers'],
        summary: 'Every provider and what it can do',
        querystring: WholeListQuery,
        response: { 200: ProviderList, ...guarded() },
      },
    },
    async ({ query }) => presentWhole(Object.values(providers).map(present), query, ({ code }) => code),
  )
}

/** The catalogue is long, every page asks for it, and it changes with a release alone: a browser that has it is told that it still stands. */
async function unlessKnown({ headers }: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  // What compresses it on its way marks the tag as weak.
  if (headers['if-none-match']?.replace(/^W\//, '') !== tag) return body
  reply.code(304)
  return null
}

function present(adapter: Adapter): Provider {
  const { code, name, host, capabilities, requires, credentials, idempotency } = adapter
  const { receiverRequires, platformRequires, lookup, withdrawLookup, webhookVerification, evidence } = adapter
  return {
    code,
    name,
    host,
    operations: [...capabilities.operations],
    paymentMethods: [...capabilities.paymentMethods],
    withdrawMethods: [...capabilities.withdrawMethods],
    cancelMethods: [...capabilities.cancelMethods],
    refundMethods: [...capabilities.refundMethods],
    partialRefundMethods: [...capabilities.partialRefundMethods],
    partialInstallmentRefunds: capabilities.partialInstallmentRefunds,
    refundEnd: capabilities.refundEnd,
    refundWindowDays: { ...capabilities.refundWindowDays },
    requires: Object.fromEntries(Object.entries(requires).map(([method, fields]) => [method, [...fields]])),
    receiverRequires: [...receiverRequires],
    platformRequires: [...platformRequires],
    credentials: credentials.map(({ name, from, index, required, secret }) => ({
      name,
      from,
      index,
      required,
      secret,
    })),
    idempotency: isReliedOn(idempotency) ? idempotency.type : ('none' as const),
    lookup: lookup?.call ?? null,
    withdrawLookup: withdrawLookup?.call ?? null,
    webhookVerification,
    evidence,
  }
}

export default routes
