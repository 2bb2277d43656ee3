/** Where the seller listens for our notices. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SellersEar {
  url: string
  close(): Promise<void>
}

export async function openSellersEar(): Promise<SellersEar> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/notices`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
