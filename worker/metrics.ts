/** What the worker counts, for Prometheus. No label names a platform, a person or a charge. */
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { ProviderMetrics } from '../gateway/metrics.ts'

export interface WorkerMetrics extends ProviderMetrics {
  registry: Registry
}

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'trilho_provider_calls_total',
    help: 'Requests to providers, by status class or kind of failure.',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const unmapped = new Counter({
    name: 'trilho_unmapped_statuses_total',
    help: 'Provider statuses that no table knows.',
    labelNames: ['provider'],
    registers,
  })
  return {
    registry,
    providerCall: (provider, outcome) => calls.inc({ provider, outcome }),
    unmappedStatus: (provider) => unmapped.inc({ provider }),
  }
}

/** Serves `GET /metrics`; the worker has no other door. */
export function serveMetrics(registry: Registry, host: string, port: number): Server {
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  }).listen(port, host)
}
