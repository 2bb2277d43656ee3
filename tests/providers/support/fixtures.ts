/** Golden wire fixtures: what goes over the wire for each provider, and where each fact was seen. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProviderErrorKind } from '../../../domain/provider-error.ts'
import type { CredentialPart, WebhookEvent, WireBody, WireRequest } from '../../../providers/contract.ts'
import { ROOT } from '../../../scripts/support/root.ts'

/** `docs`: the vendor's own pages or SDK. `spec`: only our specification. `assumed`: neither; never called verified. */
export const SOURCE_KINDS = ['docs', 'spec', 'assumed'] as const

export interface Source {
  kind: (typeof SOURCE_KINDS)[number]
  url?: string
}

/** As it leaves: with the headers of authentication, the body as JSON has it. */
export interface GoldenRequest extends Omit<WireRequest, 'body'> {
  body?: WireBody
}

export interface GoldenResponse {
  status: number
  headers?: Record<string, string>
  /** A text is sent as it stands, anything else as JSON. */
  body: unknown
}

export interface GoldenCase {
  name: string
  operation: 'token' | 'createTransaction' | 'readTransaction' | 'findTransaction'
  /** Where it differs from the file's. */
  source?: Source
  input: unknown
  /** One of each, or as many of each as the flow has requests. */
  request: GoldenRequest | readonly GoldenRequest[]
  response: GoldenResponse | readonly GoldenResponse[]
  result?: unknown
  error?: { kind: ProviderErrorKind; message: string }
}

export interface GoldenWebhook {
  name: string
  source?: Source
  headers: Record<string, string>
  query?: Record<string, string>
  body: unknown
  /** Whether this very webhook proves where it comes from. */
  verified: boolean
  event: WebhookEvent
}

export interface Fixture {
  provider: string
  source: Source
  account: Partial<Record<CredentialPart['from'], string>>
  /** The access token that the goldens carry, where there is one. */
  token?: string
  now: string
  cases: readonly GoldenCase[]
  webhooks: readonly GoldenWebhook[]
}

const FOLDER = join(ROOT, 'tests/wire')

export function loadFixtures(): Fixture[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
}

/** How many goldens rest on each kind of source. */
export function countSources({ source, cases, webhooks }: Fixture): Record<Source['kind'], number> {
  const counts = { docs: 0, spec: 0, assumed: 0 }
  for (const golden of [...cases, ...webhooks]) counts[(golden.source ?? source).kind] += 1
  return counts
}
