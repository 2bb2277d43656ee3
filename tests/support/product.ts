/** The whole product as real processes on free ports and a directory of its own: for tests of its start and of its faults. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Durability } from '../../scripts/postgres.ts'
import { type Product, type ProductAddresses, startProduct as startEverything } from '../../scripts/product.ts'
import { lockDataDirectory, newAdminKey } from '../../scripts/support/local-state.ts'
import { sayNothing } from '../../scripts/support/progress.ts'
import { withoutOurSettings } from './environment.ts'
import { withJson } from './json.ts'
import { type Sandbox, sandboxClient } from './sandbox-client.ts'

/** What a test asks of a product, wherever it runs. */
export interface TestProduct {
  addresses: ProductAddresses
  adminApiKey: string
  sandbox: Sandbox
  /** Calls the API with the admin key; JSON in and out, whatever the status. */
  call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    timeoutMs?: number,
  ): Promise<Answer<T>>
  /** The demo account at a provider. */
  accountAt(provider: string): Promise<string>
  /** The last lines that the services wrote: put it into a failed test's message. */
  output(): string
  /** Stops everything and forgets the data. */
  close(): Promise<void>
}

/** One whose processes can be killed. */
export type ProductOfProcesses = Product & TestProduct

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

export interface TestProductOptions {
  /** More settings for the API and the worker. */
  env?: NodeJS.ProcessEnv
  temporalWeb?: boolean
  /** Not false where PostgreSQL itself is to be killed. */
  durable?: Durability
}

/** Of each service: one that says much must not push out the last word of another. */
const KEPT_LINES = 100
/** What each process loads first, before what a test has for it. */
const FOUND_ONCE = `--import=${fileURLToPath(new URL('./found-once.ts', import.meta.url))}`
const CALL_TIMEOUT_MS = 60_000

/** Services are not restarted by themselves here: a test that kills one starts it again with `services.<name>.start()`. */
export async function startProduct(options: TestProductOptions = {}): Promise<ProductOfProcesses> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-product-'))
  const lines = new Map<string, string[]>()
  const output = () => [...lines.values()].flat().join('\n')
  const lock = await lockDataDirectory(dataDir)
  const forget = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const product = await startEverything({
      dataDir,
      lock,
      env: {
        ...withoutOurSettings(process.env),
        LOG_LEVEL: 'warn',
        TRILHO_ADMIN_API_KEY: newAdminKey(),
        ...options.env,
        NODE_OPTIONS: [FOUND_ONCE, options.env?.NODE_OPTIONS].filter(Boolean).join(' '),
      },
      port: 0,
      temporalWeb: options.temporalWeb ?? false,
      durable: options.durable ?? false,
      say: sayNothing,
      onLine: (name, line) => {
        const own = lines.get(name) ?? []
        own.push(`${name} | ${line}`)
        if (own.length > KEPT_LINES) own.shift()
        lines.set(name, own)
      },
    })
    return {
      ...product,
      ...callsTo(product),
      output,
      close: async () => {
        await product.stop()
        forget()
      },
    }
  } catch (error) {
    forget()
    throw new Error(`The product did not come up: ${error}\n${output()}`, { cause: error })
  }
}

type Reached = Pick<TestProduct, 'addresses' | 'adminApiKey'>

export function callsTo(product: Reached): Pick<TestProduct, 'sandbox' | 'call' | 'accountAt'> {
  return {
    sandbox: sandboxClient(product.addresses.sandbox),
    call: (method, path, body, headers = {}, timeoutMs = CALL_TIMEOUT_MS) =>
      call(product, method, path, body, headers, timeoutMs),
    accountAt: (provider) => accountAt(product, provider),
  }
}

async function accountAt(product: Reached, provider: string): Promise<string> {
  const path = '/v1/provider-accounts?limit=100'
  type Accounts = { data: { id: string; provider: string }[] }
  const { body } = await call<Accounts>(product, 'GET', path, undefined, {}, CALL_TIMEOUT_MS)
  const account = body.data.find((candidate) => candidate.provider === provider)
  if (!account) throw new Error(`There is no ${provider} account`)
  return account.id
}

async function call<T>(
  { addresses, adminApiKey }: Reached,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<Answer<T>> {
  const json = withJson(body)
  const answer = await fetch(addresses.app + path, {
    ...json,
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { authorization: `Bearer ${adminApiKey}`, ...json.headers, ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as T }
}
