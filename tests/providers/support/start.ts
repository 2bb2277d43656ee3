/** Starts an operation of a provider with its fixture's account, for what the goldens do not show. */
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Operation } from '../../../domain/provider-operations.ts'
import type { Provider, Steps, WireAnswer, WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { loadFixture } from './fixtures.ts'
import { type GoldenInput, resolveInput } from './inputs.ts'
import { bodyOf, contextOf, type Played, play } from './play.ts'

type Started = Exclude<Operation, 'translateWebhook'>

/** Plays an operation; each of its requests gets the next of the answers or failures, and the last one again. */
export function run(
  code: string,
  operation: Started,
  input: GoldenInput,
  ...answers: readonly (AnswerLike | ProviderError)[]
): Played {
  const fixture = loadFixture(code)
  const start = findProvider(code)[operation] as (
    this: Provider,
    input: object,
    context: ReturnType<typeof contextOf>,
  ) => Steps<unknown>
  return play(start.call(findProvider(code), resolveInput(input), contextOf(fixture)), (_, index) =>
    toWire(answers[Math.min(index, answers.length - 1)] ?? { status: 503 }),
  )
}

export interface AnswerLike {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

function toWire(answer: AnswerLike | ProviderError): WireAnswer | ProviderError {
  if (answer instanceof ProviderError) return answer
  const { status, headers = {}, body = {} } = answer
  return { status, headers, body: JSON.stringify(body) }
}

/** The body of the only request that was sent. */
export function sentBody({ requests, error }: Played): Record<string, unknown> {
  const [request, ...more] = requests as [WireRequest?, ...WireRequest[]]
  if (!request || more.length > 0) throw new Error(`${requests.length} requests: ${error?.message}`)
  return bodyOf(request) as Record<string, unknown>
}
