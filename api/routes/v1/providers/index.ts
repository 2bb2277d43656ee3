import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Provider as Adapter } from '../../../../providers/contract.ts'
import { providers } from '../../../../providers/index.ts'
import { isReliedOn } from '../../../../providers/kit/idempotency.ts'
import { guarded } from '../../../responses.ts'
import { WholeListQuery } from '../../../schemas/list.ts'
import { type Provider, ProviderList } from '../../../schemas/provider.ts'
import { presentWhole } from '../../../whole-list.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Providers'],
        summary: 'Every provider and what it can do',
        querystring: WholeListQuery,
        response: { 200: ProviderList, ...guarded(400) },
      },
    },
    async ({ query }) => presentWhole(Object.values(providers).map(present), query, ({ code }) => code),
  )
}

function present(adapter: Adapter): Provider {
  const { code, name, host, capabilities, requires, credentials, idempotency } = adapter
  const { lookup, withdrawLookup, webhookVerification, evidence } = adapter
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
    refundEnd: capabilities.refundEnd,
    refundWindowDays: { ...capabilities.refundWindowDays },
    requires: Object.fromEntries(Object.entries(requires).map(([method, fields]) => [method, [...fields]])),
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
