/** A provider's document on its way to the buyer: fetched as bytes, checked, sent over a signed address. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { createHttpClient } from '../../gateway/http-client.ts'
import { publish } from '../../gateway/publish.ts'
import type { WireRequest } from '../../providers/contract.ts'
import { localStorage } from '../../storage/local.ts'

/** Every byte there is, so that one lost to a character set is noticed. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))])
const http = createHttpClient({ timeoutMs: 60_000 })
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Takes every file, or answers each with this status. */
async function store(status = 200) {
  const taken: { url: string; headers: IncomingMessage['headers']; bytes: Buffer }[] = []
  const publicUrl = await serve(async (request, response) => {
    taken.push({
      url: request.url ?? '',
      headers: request.headers,
      bytes: await buffer(request),
    })
    response.writeHead(status).end()
  })
  return {
    taken,
    storage: localStorage({ publicUrl, signingKey: Buffer.alloc(32, 1), directory: '/nowhere' }),
    publicUrl,
  }
}

async function run(from: string, { storage }: Pick<Awaited<ReturnType<typeof store>>, 'storage'>, entropy = 'entropy') {
  const request = {
    risk: 'read',
    method: 'GET',
    url: `${from}/boleto`,
    headers: { 'x-key': 'secret' },
    authenticated: true,
    publishAs: { folder: 'billets', name: 'boleto.pdf', contentType: 'application/pdf' },
  } as const satisfies WireRequest
  const answer = await publish({ storage, entropy, download: (part) => http.send(part) }, request)
  return JSON.parse(answer.body).url as string
}

test('the document arrives byte for byte under an address of its own, the same whenever it is published again', async () => {
  const to = await store()
  const from = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(PDF),
  )
  const url = await run(from, to)
  expect(url).toMatch(new RegExp(`^${to.publicUrl}/files/billets/[0-9a-f]{40}/boleto\\.pdf$`))
  expect(to.taken[0]?.bytes).toEqual(PDF)
  expect(to.taken[0]?.headers['content-type']).toBe('application/pdf')
  expect(`${to.publicUrl}${to.taken[0]?.url}`).toMatch(`${url}?expires=`)
  expect(await run(from, to)).toBe(url)
  expect(await run(from, to, 'another attempt')).not.toBe(url)
})

test('where the provider sends us elsewhere for it, our credentials stay behind', async () => {
  const to = await store()
  const seen: unknown[] = []
  const elsewhere = await serve((request, response) => {
    seen.push(request.headers['x-key'])
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF)
  })
  const from = await serve((request, response) => {
    seen.push(request.headers['x-key'])
    response.writeHead(302, { location: `${elsewhere}/file` }).end()
  })
  await run(from, to)
  expect(seen).toEqual(['secret', undefined])
})

const page = '<html>not ready</html>'
test.each<[string, RequestListener, number?]>([
  [
    'a page in place of the document',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  ],
  ['nothing', (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end()],
  ['a document that is not there', (_, response) => response.writeHead(404).end()],
  ['a provider that fails', (_, response) => response.writeHead(503).end(PDF)],
  ['a provider that hangs up', (request) => request.socket.destroy()],
  ['a way in circles', (_, response) => response.writeHead(302, { location: '/boleto' }).end()],
  [
    'too much',
    (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.alloc(6_000_000)),
  ],
  ['a store that refuses', (_, response) => response.writeHead(200).end(PDF), 403],
])('%s is an error that may be tried again', async (_name, listener, storeStatus) => {
  const error = await run(await serve(listener), await store(storeStatus)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderError)
  expect(error).toMatchObject({ kind: 'NotSent', message: 'Error on upload pdf' })
})
