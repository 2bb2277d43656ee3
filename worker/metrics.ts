/** The worker's metrics for Prometheus. No label names a platform, a user or a charge. */
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ProviderMetrics } from '../gateway/metrics.ts'
import { providers } from '../providers/index.ts'

export interface WorkerMetrics extends ProviderMetrics {
  registry: Registry
  /** How long an activity waited in its task queue. */
  activityWaited(queue: string, seconds: number): void
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
  // Prometheus sees no increase in a figure that begins at 1.
  for (const provider of Object.keys(providers)) unmapped.inc({ provider }, 0)
  const waits = new Histogram({
    name: 'trilho_activity_wait_seconds',
    help: 'Time that an activity waited in its task queue.',
    labelNames: ['queue'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  return {
    registry,
    providerCall: (provider, outcome) => calls.inc({ provider, outcome }),
    unmappedStatus: (provider) => unmapped.inc({ provider }),
    activityWaited: (queue, seconds) => waits.observe({ queue }, seconds),
  }
}

/** Serves `GET /metrics`, the worker's only HTTP route. */
export function serveMetrics(registry: Registry, host: string, port: number): Server {
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  }).listen(port, host)
}
