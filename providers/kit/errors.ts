/** Turns a failed HTTP answer into an error that tells the caller what it may do. */
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { OUR_MESSAGES, ourMessage } from '../../domain/our-messages.ts'
import { isRefusing, ProviderError, type ProviderErrorKind } from '../../domain/provider-error.ts'
import type { Operation } from '../../domain/provider-operations.ts'
import type { Risk, WireAnswer } from '../contract.ts'
import { parseJson, readPath, readText } from './json.ts'

/** Where a provider puts its error message. Paths are dotted and tried in order; `*` is the first of a list or an object. */
export interface ErrorTable {
  readonly messages: readonly string[]
  /** Where the provider puts its error code, when `kinds` knows some. */
  readonly codes?: readonly string[]
  /** In 4xx answers, the provider's code takes precedence over the HTTP status. */
  readonly kinds?: Readonly<Record<string, ProviderErrorKind>>
  /** The message for every failure, unknown outcomes included, where the specification has only one. */
  readonly always?: string
  /** The specification's message around the provider's, or instead of a missing one; `body` is the whole answer. */
  readonly words?: Readonly<Partial<Record<Call, (own: string | undefined, body: string) => string>>>
}

/** The request's purpose: an operation, or the token for one. */
export type Call = Operation | 'authenticate'

export interface Failure {
  readonly risk: Risk
  /** Method and path, without the query: some providers carry a key there. */
  readonly call: string
  readonly errors: ErrorTable
  readonly operation: Call
  readonly now: string
  readonly redact: (text: string) => string
}

/**
 * @returns the error for a non-2xx answer. The message is the provider's own, letter for letter, trimmed and
 * free of secrets; an untrusted answer (5xx, a redirect, a conflict) is described instead.
 */
export function classify(answer: WireAnswer, failure: Failure): ProviderError {
  const body = parseJson(answer.body)
  const said = failure.redact(answer.body).slice(0, MAX_MESSAGE)
  const own = wordsFor(failure.errors, failure.operation, ownMessage(body, failure), said)
  const kind = kindOf(answer.status, body, failure)
  switch (kind) {
    case 'RateLimited': {
      const retryAfter = readRetryAfter(answer.headers['retry-after'], answer.headers.date ?? failure.now)
      return new ProviderError(kind, own ?? describe(answer, failure), defined({ retryAfter }))
    }
    case 'OutcomeUnknown':
    case 'MalformedResponse':
    case 'Mismatch':
    case 'NotSent':
      return new ProviderError(kind, describe(answer, failure, own))
    case 'Unauthorized':
      return new ProviderError(kind, own ?? MESSAGES.unauthorized)
    case 'NotFound':
      return new ProviderError(
        kind,
        own ?? (failure.operation === 'readReceiver' ? FALLBACKS.readReceiver : MESSAGES.transactionNotFound),
      )
    case 'Declined':
    case 'InvalidRequest':
    case 'NotSupported':
      return new ProviderError(kind, own ?? FALLBACKS[failure.operation])
  }
}

/** The message when the provider refuses without one. */
const FALLBACKS = {
  authenticate: MESSAGES.unauthorized,
  createTransaction: MESSAGES.errorCreatingTransaction,
  readTransaction: MESSAGES.transactionNotFound,
  cancelTransaction: MESSAGES.transactionNotFound,
  refund: MESSAGES.errorApprovingRefund,
  withdraw: MESSAGES.errorProcessingWithdrawal,
  readWithdraw: MESSAGES.transactionNotFound,
  createReceiver: MESSAGES.receiverNotFound,
  readReceiver: MESSAGES.receiverNotThere,
  tokenizeCard: MESSAGES.errorSavingCard,
  buildCardId: MESSAGES.errorSavingCard,
  translateWebhook: MESSAGES.transactionNotFound,
  readBalance: OUR_MESSAGES.noBalance,
  readRefund: MESSAGES.transactionNotFound,
} as const satisfies Record<Call, string>

/** @returns the message of a refusal; undefined when neither the provider nor the specification gives one. */
function wordsFor(errors: ErrorTable, operation: Call, own: string | undefined, said: string): string | undefined {
  const words = errors.words?.[operation]
  return words ? words(own, said) : own
}

function kindOf(status: number, body: unknown, { errors, risk }: Failure): ProviderErrorKind {
  if (status === 429) return 'RateLimited'
  if (!isRefusing(status)) return 'OutcomeUnknown'
  for (const path of errors.codes ?? []) {
    const code = readText(readPath(body, path))
    const kind =
      code !== undefined && errors.kinds && Object.hasOwn(errors.kinds, code) ? errors.kinds[code] : undefined
    if (kind) return kind
  }
  if (status === 401 || status === 403) return 'Unauthorized'
  if (status === 402) return 'Declined'
  if (status === 404 && risk === 'read') return 'NotFound'
  return 'InvalidRequest'
}

const MAX_MESSAGE = 1000

function ownMessage(body: unknown, { errors, redact }: Failure): string | undefined {
  for (const path of errors.messages) {
    const text = readText(readPath(body, path))?.trim()
    if (text) return redact(text).slice(0, MAX_MESSAGE)
  }
  return undefined
}

function describe({ status }: WireAnswer, { call }: Failure, words?: string): string {
  return words ? ourMessage('answeredWithWords', { call, status, words }) : ourMessage('answeredWith', { call, status })
}

/**
 * Seconds to wait, from either form of Retry-After (RFC 9110, 10.2.3). A date counts from `now`: the answer's own Date,
 * because the attempt's time may be long past.
 * @returns undefined when there is none or it is unreadable; never negative.
 */
export function readRetryAfter(value: string | undefined, now: string): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.parse(now)) / 1000))
}
