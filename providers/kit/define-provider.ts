/** Turns a declarative spec into the provider that the rest of the product sees. */
import type { TSchema } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Auth, Context, CredentialPart, Operation, Provider, Steps } from '../contract.ts'
import { toReading, toResult } from './answers.ts'
import { type CredentialsOf, parseCredentials } from './credentials.ts'
import { addSeconds } from './expiry.ts'
import { redactor } from './redact.ts'
import type { Flow, ProviderSpec } from './spec.ts'
import { splitWebhook, translateWebhook, verifyWebhook } from './webhooks.ts'
import { createWire, type Wire } from './wire.ts'

/** An operation that the spec lacks is unsupported; what it has decides the capabilities. */
export function defineProvider<
  const Parts extends readonly CredentialPart[],
  Amount extends number | string,
  Webhook extends TSchema,
>(spec: ProviderSpec<Parts, Amount, Webhook>): Provider {
  type Credentials = CredentialsOf<Parts>

  function startFlow(context: Context, fallback: string, reference?: string): Flow<Credentials, Amount> {
    const key = spec.idempotency.type === 'header' && reference ? { [spec.idempotency.name]: reference } : {}
    const wire = createWire({
      baseUrl: context.baseUrl ?? spec.host,
      headers: spec.headers ?? {},
      moneyHeaders: key,
      errors: spec.errors,
      fallback,
      now: context.now,
      redact: redactor(spec.credentials, context.credentials),
    })
    // The driver's credentials come from this spec's parseCredentials, so they have this spec's parts.
    return { wire, credentials: context.credentials as Credentials, amounts: spec.amounts, now: context.now }
  }

  function createOperation(method: PaymentMethod) {
    return spec.createTransaction?.[method] ?? notImplemented()
  }

  return {
    code: spec.code,
    name: spec.name,
    evidence: spec.evidence,
    credentials: spec.credentials,
    auth: toAuth(spec, startFlow),
    ...(spec.clientCertificate ? { clientCertificate: spec.clientCertificate } : {}),
    idempotency: spec.idempotency,
    lookup: spec.lookup,
    webhookVerification: spec.webhook?.verification ?? 'none',
    capabilities: {
      operations: operationsOf(spec),
      paymentMethods: PAYMENT_METHODS.filter((method) => spec.createTransaction?.[method]),
      withdrawMethods: [],
    },
    parseCredentials: (packed) => parseCredentials(spec.credentials, packed),
    assertSupports: (method) => void createOperation(method),

    *createTransaction(request, context) {
      const create = createOperation(request.paymentMethod)
      if (request.splits?.length && !spec.splits) notImplemented()
      if (request.paymentMethod === 'PIX' && request.currency !== 'BRL') notImplemented()
      const flow = startFlow(context, MESSAGES.errorCreatingTransaction, request.reference)
      const seconds = spec.expirySeconds[request.paymentMethod] ?? 0
      const expiry = { seconds, at: addSeconds(context.now, seconds) }
      return yield* trusted(flow.wire, function* () {
        const answer = yield* create(request, { ...flow, expiry })
        return toResult(answer, request, seconds > 0 ? expiry.at : undefined, spec)
      })
    },

    *readTransaction(transaction, context) {
      const read = spec.readTransaction ?? notImplemented()
      const answer = yield* read(transaction, startFlow(context, MESSAGES.transactionNotFound))
      return toReading(answer, { transactionId: transaction.transactionId }, spec)
    },

    *findTransaction(attempt, context) {
      const find = spec.findTransaction ?? notImplemented()
      const flow = startFlow(context, MESSAGES.transactionNotFound)
      const answer = yield* asLookup(find(attempt, flow))
      return answer && toReading(answer, { reference: attempt.reference }, spec)
    },

    refund: unsupported,
    withdraw: unsupported,
    readWithdraw: unsupported,
    createReceiver: unsupported,
    readReceiver: unsupported,
    tokenizeCard: unsupported,
    buildCardId: unsupported,

    verifyWebhook: (webhook, credentials) => verifyWebhook(spec.webhook, webhook, credentials),
    translateWebhook: (webhook) => translateWebhook(spec.webhook ?? notImplemented(), spec.statuses, webhook),
    splitWebhook: (webhook) => splitWebhook(spec.webhook, webhook),
  }
}

function notImplemented(): never {
  throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
}

// biome-ignore lint/correctness/useYield: a flow that ends before its first request
function* unsupported(): Steps<never> {
  notImplemented()
}

/** An answer that trips the adapter after money has moved is an unknown outcome, never a crash that would be repeated. */
function* trusted<T>(wire: Wire, run: () => Steps<T>): Steps<T> {
  try {
    return yield* run()
  } catch (error) {
    if (error instanceof ProviderError || !wire.committed) throw error
    throw new ProviderError('MalformedResponse', 'The answer could not be understood', { cause: error })
  }
}

/** Only an answered search may say that there is nothing: a 404 on the search itself says nothing. */
function* asLookup<T>(steps: Steps<T>): Steps<T> {
  try {
    return yield* steps
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'NotFound') throw error
    throw new ProviderError('MalformedResponse', error.message, { cause: error })
  }
}

function operationsOf(spec: {
  readonly createTransaction?: object
  readonly readTransaction?: object
  readonly webhook?: object
}): Operation[] {
  const operations: Operation[] = []
  if (spec.createTransaction) operations.push('createTransaction')
  if (spec.readTransaction) operations.push('readTransaction')
  if (spec.webhook) operations.push('translateWebhook')
  return operations
}

function toAuth<Parts extends readonly CredentialPart[], Amount, Webhook extends TSchema>(
  spec: ProviderSpec<Parts, Amount, Webhook>,
  startFlow: (context: Context, fallback: string) => Flow<CredentialsOf<Parts>, Amount>,
): Auth {
  const { auth } = spec
  if (auth.type === 'headers') {
    return { type: 'headers', headers: (credentials) => auth.headers(credentials as CredentialsOf<Parts>) }
  }
  return {
    type: 'token',
    earlySeconds: auth.earlySeconds,
    fetch: (context) => auth.fetch(startFlow(context, MESSAGES.unauthorized)),
    headers: (token, credentials) => auth.headers(token, credentials as CredentialsOf<Parts>),
  }
}
