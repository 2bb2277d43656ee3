/**
 * Connections to providers from this process. Only cards use them: a card in clear must not travel to the worker, because whatever
 * reaches it has been through Temporal. Sellers' endpoints are only tried out from here.
 */
import fp from 'fastify-plugin'
import { Counter } from 'prom-client'
import { deriveKey } from '../../../config/keys.ts'
import type { Connections } from '../../../gateway/connection.ts'
import { createConnections } from '../../../gateway/connections.ts'
import { createHttpClient, type HttpClient } from '../../../gateway/http-client.ts'
import { patienceLearner } from '../../../gateway/patience.ts'

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections
    /** For test events to sellers' endpoints. */
    sellerHttp: HttpClient
  }
}

export default fp(
  async (app) => {
    const { masterKey, production, providerRequests, testProvidersUrl, publicUrl } = app.settings
    const calls = new Counter({
      name: 'trilho_provider_calls_total',
      help: 'Requests to providers, by status class or kind of failure.',
      labelNames: ['provider', 'outcome'],
      registers: [app.metrics.registry],
    })
    const outward = { publicOnly: production, never: production ? testProvidersUrl : undefined }
    const http = createHttpClient(outward)
    const testHttp = createHttpClient({ only: testProvidersUrl ?? null })
    app.decorate(
      'connections',
      createConnections({
        http,
        testHttp,
        publicUrl,
        sealKey: deriveKey(masterKey, 'seal'),
        storage: app.storage,
        providerRequests,
        learnPatience: patienceLearner(app.database.writer, app.log),
        metrics: { providerCall: (provider, outcome) => calls.inc({ provider, outcome }), unmappedStatus: () => {} },
      }),
    )
    const sellerHttp = createHttpClient(outward)
    app.decorate('sellerHttp', sellerHttp)
    app.addHook('onClose', async () => {
      http.close()
      testHttp.close()
      sellerHttp.close()
    })
  },
  { name: 'connections', dependencies: ['metrics', 'storage'] },
)
