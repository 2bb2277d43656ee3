/** TLS with real servers: what was never opened was not sent, and a client proves itself by its whole bundle. */
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { certificateIn } from '../../gateway/certificates.ts'
import { type ClientIdentity, createHttpClient } from '../../gateway/http-client.ts'
import type { WireRequest } from '../../providers/contract.ts'

const http = createHttpClient({ timeoutMs: 60_000 })
/** For what never ends by itself. */
const hurried = createHttpClient({ timeoutMs: 3_000 })
const servers: Server[] = []
const sockets: Socket[] = []
afterAll(() => {
  http.close()
  hurried.close()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

type Made = Awaited<ReturnType<typeof generate>>
const CA = [
  { name: 'basicConstraints', cA: true, critical: true },
  { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
] as const

const make = (commonName: string, issuer?: Made, isAuthority = false, options: object = {}) =>
  generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...options,
    ...(issuer ? { ca: { key: issuer.private, cert: issuer.cert } } : {}),
    extensions: isAuthority
      ? [...CA]
      : [
          { name: 'basicConstraints', cA: false },
          { name: 'subjectAltName', altNames: [{ type: 2, value: commonName }] },
        ],
  })

const made = {} as Record<'root' | 'middle' | 'server' | 'ofMiddle' | 'client' | 'early' | 'elsewhere', Made>
beforeAll(async () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
  made.root = await make('root', undefined, true)
  made.middle = await make('middle', made.root, true)
  made.server = await make('localhost', made.root)
  made.ofMiddle = await make('localhost', made.middle)
  made.client = await make('client', made.middle)
  made.early = await make('localhost', made.root, false, { notBeforeDate: tomorrow })
  made.elsewhere = await make('other.example', made.root)
})

const post = (url: string): WireRequest => ({
  risk: 'money',
  method: 'POST',
  url,
  headers: {},
  body: { type: 'json', value: { amount: 1 } },
  authenticated: false,
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://localhost:${(server.address() as AddressInfo).port}/`
}

const onBytes = (act: (socket: Socket) => void) =>
  listen(
    createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.once('data', () => act(socket))
    }),
  )

const answering = ({ private: key, cert }: Made, options: TlsOptions = {}) =>
  listen(createHttpsServer({ key, cert, ...options }, (_, response) => void response.end('{}')))

const trusting = (...authorities: Made[]): ClientIdentity => ({
  certificate: made.client.cert,
  key: made.client.private,
  authorities: authorities.map(({ cert }) => cert),
})

async function kindOf(url: string, identity?: ClientIdentity, client = http): Promise<string> {
  const error = await client.send(post(url), identity).catch((thrown: unknown) => thrown)
  return error instanceof ProviderError ? error.kind : `not a ProviderError: ${JSON.stringify(error)}`
}

test.each([
  ['cut', (socket: Socket) => void socket.destroy()],
  ['reset', (socket: Socket) => void socket.resetAndDestroy()],
  ['answered in clear', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('nothing was sent where the handshake is %s', async (_name, act) => {
  expect(await kindOf(await onBytes(act))).toBe('NotSent')
})

test('nothing was sent where the handshake does not end', async () => {
  expect(await kindOf(await onBytes(() => {}), undefined, hurried)).toBe('NotSent')
})

test.each([
  ['of no known authority', () => made.server, () => undefined],
  ['of an authority whose own is not shown', () => made.ofMiddle, () => trusting(made.root)],
  ['that is not valid yet', () => made.early, () => trusting(made.root)],
  ['of another name', () => made.elsewhere, () => trusting(made.root)],
])('nothing was sent to a server with a certificate %s', async (_name, server, identity) => {
  expect(await kindOf(await answering(server()), identity())).toBe('NotSent')
})

test('an error of TLS after the request leaves open what became of it', async () => {
  const { private: key, cert } = made.server
  let spoil = () => {}
  const target = await listen(createHttpsServer({ key, cert }, () => spoil()))
  const url = await listen(
    createServer((near) => {
      const far = connect(Number(new URL(target).port), '127.0.0.1')
      for (const socket of [near, far]) sockets.push(socket.on('error', () => {}))
      near.pipe(far)
      far.pipe(near)
      spoil = () => void near.write('no record of TLS')
    }),
  )
  expect(await kindOf(url, trusting(made.root))).toBe('OutcomeUnknown')
})

test('the authorities of a bundle are trusted beside the usual ones', async () => {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, made.root.cert])
  try {
    const url = await answering(made.server)
    expect(await http.send(post(url), trusting(await make('another', undefined, true)))).toMatchObject({ status: 200 })
  } finally {
    setDefaultCACertificates(usual)
  }
})

const ORDERS = {
  'its own first': ['client', 'middle', 'root'],
  'its own last': ['root', 'middle', 'client'],
  'no root': ['middle', 'client'],
} as const

test.each(Object.entries(ORDERS))('a client shows its certificate with those that issued it: %s', async (_, order) => {
  const certificate = order.map((name) => made[name].cert).join('\n')
  const identity = certificateIn({ certificate, certificateKey: made.client.private })
  const url = await answering(made.server, { requestCert: true, ca: [made.root.cert] })
  const authorities = [made.root.cert]
  expect(await http.send(post(url), { ...identity, authorities })).toMatchObject({ status: 200 })
})
