/** Golden wire fixtures: what goes over the wire for each provider, and where each fact was seen; likeness.ts says how they are written. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaymentMethod, WithdrawMethod } from '../../../domain/payment-method.ts'
import type { ProviderErrorKind } from '../../../domain/provider-error.ts'
import type { Operation } from '../../../domain/provider-operations.ts'
import type {
  CredentialPart,
  PlatformContext,
  WebhookEvent,
  WireBody,
  WireRequest,
} from '../../../providers/contract.ts'
import { ROOT } from '../../../scripts/support/root.ts'
import type { GoldenInput } from './inputs.ts'
import { expand, type GoldenFile, isBrand, type Whole } from './likeness.ts'

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
  operation: Exclude<Operation, 'translateWebhook'> | 'token' | 'findTransaction' | 'findWithdraw'
  /** Where it differs from the file's. */
  source?: Source
  /** For `token`, the name of the further host whose token it is. */
  input: GoldenInput
  /** Any 2xx counts as a success: the provider's answer says nothing that the adapter needs. */
  anyAnswer?: true
  /** How many of its last requests ask for what may stay unknown: whatever becomes of one, the result of those before it stands. */
  aside?: number
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
  /** When it came in, where its proof runs out. */
  receivedAt?: string
  /** Whether this very webhook proves where it comes from. */
  verified: boolean
  /** What the proof covers, as `header.<name>`, `query.<name>` or `body.<path>`: changed, it proves nothing any more. */
  covered?: readonly string[]
  event: WebhookEvent
}

export interface Fixture {
  provider: string
  source: Source
  account: Partial<Record<CredentialPart['from'], string>>
  /** The access token that the goldens carry, where there is one. */
  token?: string
  now: string
  platform?: PlatformContext
  /**
   * Where in the money request's body the amount stands, as a dotted path; null where the request has none. With a number in
   * front, as in `0:items.0.price`, it stands in that request of the flow, and the money request only points at it.
   */
  amountAt: Readonly<Partial<Record<AmountPlace, string | null>>>
  /** False where the provider takes no reference of ours, or cuts it; by place where only some requests do. */
  carriesReference?: false | Readonly<Partial<Record<AmountPlace, false>>>
  /** What is said in place of 'Method not implemented.' */
  unsupported?: Readonly<Partial<Record<Operation | PaymentMethod | `withdraw:${WithdrawMethod}`, string>>>
  /** What is said when a creation is refused without a word, in place of the usual. */
  refusedWithoutWords?: string
  /** The specification has words in the place of the provider's: what it says is never repeated. */
  ownWords?: true
  cases: readonly GoldenCase[]
  webhooks: readonly GoldenWebhook[]
}

export type AmountPlace = PaymentMethod | 'refund' | `withdraw:${WithdrawMethod}`

const FOLDER = join(ROOT, 'tests/wire')

export const goldenPath = (provider: string) => join(FOLDER, `${provider.toLowerCase()}.json`)

export function readGoldens(provider: string): GoldenFile {
  return JSON.parse(readFileSync(goldenPath(provider), 'utf8'))
}

/** @throws Error when it is itself like another. */
export function readWhole(provider: string): Whole {
  const file = readGoldens(provider)
  if (isBrand(file)) throw new Error(`${provider} is like ${file.like}, and no other can be like ${provider}`)
  return file
}

export function loadFixture(provider: string): Fixture {
  return expand(readGoldens(provider), readWhole)
}

export function loadFixtures(): Fixture[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => loadFixture(file.replace(/\.json$/, '')))
}

/** How many goldens rest on each kind of source. */
export function countSources({ source, cases, webhooks }: Fixture): Record<Source['kind'], number> {
  const counts = { docs: 0, spec: 0, assumed: 0 }
  for (const golden of [...cases, ...webhooks]) counts[(golden.source ?? source).kind] += 1
  return counts
}
