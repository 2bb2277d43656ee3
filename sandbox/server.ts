/** The fake providers as one server: plain HTTP for most, TLS with client certificates for the rest, one ledger. */
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { type DemoAccount, type SandboxAccount, sandboxAccounts } from './accounts.ts'
import { placeBoletos, serveBoletos } from './boleto-pdf.ts'
import { openBooks } from './books.ts'
import { loadCertificates } from './certificates.ts'
import { controlRoutes } from './control.ts'
import { createDeliveries } from './deliveries.ts'
import { createFaults } from './faults.ts'
import { type Gateway, readBodies, serveProviders } from './gateway.ts'
import { keepHistory } from './history.ts'
import { createLedger } from './ledger.ts'
import { createMixups } from './lies.ts'
import { createLosses } from './losses.ts'
import { createMoves } from './moves.ts'
import { pageRoutes } from './page.ts'
import type { Books, FakeProvider } from './provider.ts'
import { loadProviders } from './registry.ts'
import { openDatabase } from './schema.ts'

const DEFAULT_BACKOFF_MS = 500

export interface SandboxOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** 0 takes a free one. */
  port: number
  tlsPort: number
  /** The sandbox's own folder, for the ledger and the certificates; ':memory:' keeps nothing. */
  dataDir: string
  /** Wait before a webhook is tried again the first time; doubles up to 32 times this. */
  webhookBackoffMs?: number
  /** Milliseconds since 1970; a test's own clock. */
  now?: () => number
}

export interface Sandbox {
  url: string
  tlsUrl: string
  accounts: readonly SandboxAccount[]
  /** Stops at once: open requests are cut, undelivered webhooks stay in the ledger. */
  close(): Promise<void>
}

/**
 * @throws Error in production: fake money has no place there.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.env.NODE_ENV === 'production') throw new Error('The fake providers do not run in production')
  const { host = '127.0.0.1', now = Date.now, webhookBackoffMs = DEFAULT_BACKOFF_MS } = options
  const directory = options.dataDir === ':memory:' ? null : options.dataDir
  if (directory) mkdirSync(directory, { recursive: true })

  const certificates = await loadCertificates(directory && join(directory, 'certificates'))
  const database = openDatabase(directory ? join(directory, 'ledger.sqlite') : ':memory:')
  const fakes = await loadProviders()
  const providers = new Map(fakes.map((provider) => [provider.account.provider, provider]))
  const addresses = { url: '', tlsUrl: '' }
  const baseUrlOf = ({ transport, path }: DemoAccount) =>
    (transport === 'mtls' ? addresses.tlsUrl : addresses.url) + path

  const { ledger, history } = keepHistory(createLedger(database), now)
  const faults = createFaults()
  const books = new Map<FakeProvider, Books>()
  const booksOf = (provider: FakeProvider): Books => {
    const open = books.get(provider) ?? openBooks(provider, ledger, baseUrlOf(provider.account), now)
    books.set(provider, open)
    return open
  }
  const deliveries = createDeliveries({
    database,
    now,
    backoffMs: webhookBackoffMs,
    address: ({ provider, url, body, transactionId }) => {
      const fake = providers.get(provider)
      return fake ? fake.webhook.address({ url, body, transactionId }, booksOf(fake)) : { url, headers: {} }
    },
  })
  const moves = createMoves({ database, ledger, faults, deliveries })

  const closing = new AbortController()
  const losses = createLosses(now)
  const mixups = createMixups()
  const gateway: Gateway = { ledger, faults, moves, booksOf, history, mixups, losses, closing: closing.signal }
  const common = { forceCloseConnections: true } as const
  const http: FastifyInstance = fastify(common)
  const tls = fastify({
    ...common,
    https: {
      key: certificates.serverKey,
      cert: certificates.serverCertificate,
      ca: certificates.authority,
      requestCert: true,
      rejectUnauthorized: true,
    },
  }) as unknown as FastifyInstance
  const plainly = (app: FastifyInstance) => {
    readBodies(app)
    placeBoletos(app)
  }
  plainly(http)
  serveBoletos(http)
  const isMutual = ({ account }: FakeProvider) => account.transport === 'mtls'
  const isPlain = (fake: FakeProvider) => !isMutual(fake)
  serveProviders(http, fakes.filter(isPlain), gateway, plainly)
  serveProviders(tls, fakes.filter(isMutual), gateway, readBodies)
  const accounts = () =>
    sandboxAccounts(
      fakes.map(({ account }) => account),
      addresses,
      {
        certificate: `${certificates.clientCertificate}\n${certificates.authority}`,
        certificateKey: certificates.clientKey,
      },
    )
  const control = { providers, booksOf, ledger, history, faults, moves, deliveries, losses, certificates, accounts }
  http.register(controlRoutes, { prefix: '/_control', control })
  http.register(pageRoutes, { control })

  const close = async (): Promise<void> => {
    closing.abort()
    deliveries.close()
    await Promise.all([http.close(), tls.close()])
    database.close()
  }
  try {
    addresses.tlsUrl = await listen(tls, host, options.tlsPort, 'https')
    addresses.url = await listen(http, host, options.port, 'http')
  } catch (error) {
    await close()
    throw error
  }
  deliveries.resume()
  return { ...addresses, accounts: accounts(), close }
}

async function listen(app: FastifyInstance, host: string, port: number, scheme: string): Promise<string> {
  await app.listen({ host, port })
  const { port: taken } = app.server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${taken}`
}
