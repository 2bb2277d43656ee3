/** What the process counts, for Prometheus. No label ever names a platform, a user or a token. */
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerWaitingFigures } from '../../waiting-figures.ts'

export interface Metrics {
  registry: Registry
  charges: Counter<'outcome' | 'method'>
  disbursements: Counter<'outcome' | 'kind'>
  webhooks: Counter<'provider' | 'outcome'>
  requests: Histogram<'method' | 'route' | 'status'>
  streams: Gauge
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

export default fp(
  async (app) => {
    const registry = new Registry()
    const registers = [registry]
    collectDefaultMetrics({ register: registry })
    const metrics: Metrics = {
      registry,
      charges: new Counter({
        name: 'trilho_charges_total',
        help: 'Charges asked for, by how the request ended.',
        labelNames: ['outcome', 'method'],
        registers,
      }),
      disbursements: new Counter({
        name: 'trilho_disbursements_total',
        help: 'Refunds and withdrawals asked for, by how the request ended.',
        labelNames: ['outcome', 'kind'],
        registers,
      }),
      webhooks: new Counter({
        name: 'trilho_webhooks_total',
        help: 'Webhooks received, by what became of them.',
        labelNames: ['provider', 'outcome'],
        registers,
      }),
      requests: new Histogram({
        name: 'trilho_http_request_seconds',
        help: 'Time to answer a request.',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
        registers,
      }),
      streams: new Gauge({ name: 'trilho_streams', help: 'Open event streams.', registers }),
    }
    app.decorate('metrics', metrics)
    new Gauge({
      name: 'trilho_dependency_up',
      help: 'Whether what the product stands on answers: 1 or 0.',
      labelNames: ['dependency'],
      registers,
      async collect() {
        await app.health.worker.refresh()
        for (const [dependency, probe] of Object.entries(app.health)) this.set({ dependency }, probe.isDown() ? 0 : 1)
      },
    })
    registerWaitingFigures(registry, {
      read: app.database.read,
      isDatabaseDown: () => app.health.database.isDown(),
    })
    app.addHook('onResponse', async (request, reply) => {
      const { method } = request
      const route = request.routeOptions.url ?? 'unmatched'
      const status = reply.statusCode
      metrics.requests.observe({ method, route, status }, reply.elapsedTime / 1000)
      const actor = request.actor?.id
      // The route's pattern, never the address: tokens travel in it.
      request.log.info({ method, route, status, milliseconds: Math.round(reply.elapsedTime), actor }, 'answered')
    })
    app.addHook('onClose', async () => registry.clear())
  },
  { name: 'metrics', dependencies: ['health'] },
)
