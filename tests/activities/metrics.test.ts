import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createWorkerMetrics, serveMetrics } from '../../worker/metrics.ts'

test('the worker serves what it has counted, and nothing else', async () => {
  const metrics = createWorkerMetrics()
  metrics.providerCall('ASAAS', '2xx')
  metrics.unmappedStatus('ASAAS')
  const server = serveMetrics(metrics.registry, '127.0.0.1', 0)
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('trilho_provider_calls_total{provider="ASAAS",outcome="2xx"} 1')
  expect(text).toContain('trilho_unmapped_statuses_total{provider="ASAAS"} 1')
  expect((await fetch(`${url}/`)).status).toBe(404)
  server.close()
})
