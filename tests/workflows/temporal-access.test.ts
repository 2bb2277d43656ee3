/** Temporal behind TLS: a relay in front of the run's own server demands what Temporal Cloud demands. */
import { createSecureServer } from 'node:http2'
import { type AddressInfo, connect, type Server } from 'node:net'
import { createServer } from 'node:tls'
import { NativeConnection } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readSettings, type Settings } from '../../config/env.ts'
import { type Certificates, loadCertificates } from '../../sandbox/certificates.ts'
import { reachedAt, temporalClient } from '../../temporal/client.ts'

let certificates: Certificates
let address: string
const servers: Server[] = []

beforeAll(async () => {
  certificates = await loadCertificates(null)
  const { hostname, port } = new URL(`tcp://${inject('temporalAddress')}`)
  const { serverCertificate: cert, serverKey: key, authority: ca } = certificates
  const relay = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] })
  relay.on('secureConnection', (socket) => {
    const upstream = connect(Number(port), hostname)
    socket.pipe(upstream).pipe(socket)
    for (const end of [socket, upstream]) end.on('error', () => [socket, upstream].map((one) => one.destroy()))
  })
  address = await listen(relay)
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `localhost:${(server.address() as AddressInfo).port}`
}

const settingsWith = (env: NodeJS.ProcessEnv): Settings =>
  readSettings({ DATABASE_URL: 'postgres://unused', TEMPORAL_ADDRESS: address, ...env })

const trusting = () => ({ TEMPORAL_TLS_SERVER_CA_CERT_DATA: certificates.authority })
const known = () => ({
  ...trusting(),
  TEMPORAL_TLS_CLIENT_CERT_DATA: certificates.clientCertificate,
  TEMPORAL_TLS_CLIENT_KEY_DATA: certificates.clientKey,
})

async function reachesAsClient(settings: Settings): Promise<boolean> {
  const client = temporalClient(settings)
  const answer = client.connection.withDeadline(Date.now() + 10_000, () => client.workflowService.getSystemInfo({}))
  return answer
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.connection.close())
}

async function reachesAsWorker(settings: Settings): Promise<boolean> {
  try {
    await (await NativeConnection.connect(reachedAt(settings))).close()
    return true
  } catch {
    return false
  }
}

test('client and worker reach it over mutual TLS', async () => {
  const settings = settingsWith(known())
  const reached = () => Promise.all([reachesAsClient(settings), reachesAsWorker(settings)])
  await expect.poll(reached).toEqual([true, true])
})

test.each([
  ['in clear', () => ({})],
  ['without a certificate of their own', trusting],
  ['when they do not trust the server', () => ({ TEMPORAL_TLS: 'true' })],
])('they do not reach it %s', async (_name, env) => {
  const settings = settingsWith(env())
  expect([await reachesAsClient(settings), await reachesAsWorker(settings)]).toEqual([false, false])
})

test('an API key goes with every request, over TLS alone', async () => {
  const keys = new Set<string | undefined>()
  const { serverCertificate: cert, serverKey: key } = certificates
  const server = createSecureServer({ cert, key })
  server.on('stream', (stream, headers) => {
    keys.add(headers.authorization)
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16' }, { endStream: true })
  })
  const cloud = await listen(server as unknown as Server)
  const settings = settingsWith({ ...trusting(), TEMPORAL_ADDRESS: cloud, TEMPORAL_API_KEY: 'the key' })
  const heard = async () => {
    await Promise.all([reachesAsClient(settings), reachesAsWorker(settings)])
    return [...keys]
  }
  await expect.poll(heard).toEqual(['Bearer the key'])
})
