/** A HUNTERPAY where every transaction stands as it is called, whatever was done to it: a word that no table knows, too. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OneWordProvider {
  baseUrl: string
  /** How every transaction stands there; at first it waits to be paid. */
  word: string
  close(): void
}

/** Takes any charge of 50.00. */
export async function startOneWordProvider(): Promise<OneWordProvider> {
  let made = 0
  const server = createServer((request, response) => {
    const id = request.method === 'POST' ? `hunter-${++made}` : request.url?.split('/').at(-1)
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id, status: provider.word, amount: 5000, pixCode: '00020126-hunter' }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const provider: OneWordProvider = {
    baseUrl: `http://127.0.0.1:${port}`,
    word: 'waiting_payment',
    close: () => server.close(),
  }
  return provider
}
