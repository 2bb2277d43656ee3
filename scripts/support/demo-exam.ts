/** An exam of a seller's system that accepts every webhook, forgeries included. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProduct } from '../../tests/support/product.ts'
import { until } from './demo-shop.ts'

interface Made {
  id: string
  key: string
  state: string
}

/** @returns its id, once it is over. */
export async function makeDemoExam({ call }: TestProduct): Promise<string> {
  const system = createServer((_request, response) => void response.writeHead(204).end())
  await new Promise<void>((resolve) => system.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(system.address() as AddressInfo).port}/trilho`
    const { key } = (await call<Made>('POST', '/v1/api-keys', { name: 'Exames', role: 'admin', mode: 'test' })).body
    const byKey = { authorization: `Bearer ${key}` }
    const endpoint = await call<Made>('POST', '/v1/webhook-endpoints', { url, events: ['*'] }, byKey)
    const { id } = (await call<Made>('POST', '/v1/exams', { endpointId: endpoint.body.id }, byKey)).body
    await until(
      async () => (await call<Made>('GET', `/v1/exams/${id}`, undefined, byKey)).body,
      ({ state }) => state === 'FINISHED',
    )
    return id
  } finally {
    system.close()
  }
}
