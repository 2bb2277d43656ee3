/**
 * Whether a provider takes an account's keys: it is asked for something that nobody made. Nothing is created, nothing moves. An
 * answer might be given to anybody, so keys that nobody has are tried too: only the difference is a proof.
 */
import type { AccountTest, AccountTestOutcome } from '../domain/account-test.ts'
import { ProviderError, type ProviderErrorKind } from '../domain/provider-error.ts'
import type { Context, Provider, Steps } from '../providers/contract.ts'
import { type Connection, drive } from './drive.ts'
import { createTokenCache } from './tokens.ts'

/**
 * @param open may find out by itself that the keys cannot be right.
 * @param strange 32 hexadecimal characters that no transaction and no key has.
 */
export async function testAccount(open: () => Promise<Connection>, strange: string): Promise<AccountTest> {
  try {
    const connection = await open()
    return (await ask(connection, strange)) === 'answered'
      ? await compared(connection, strange)
      : { outcome: 'impossible' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { outcome: OUTCOMES[error.kind], message: error.message }
  }
}

/** What an answer other than a success says of the keys. */
const OUTCOMES = {
  Unauthorized: 'refused',
  NotSent: 'unanswered',
  RateLimited: 'unanswered',
  OutcomeUnknown: 'unanswered',
  MalformedResponse: 'unclear',
  Mismatch: 'unclear',
  Declined: 'unclear',
  InvalidRequest: 'unclear',
  NotFound: 'unclear',
  NotSupported: 'impossible',
} as const satisfies Record<ProviderErrorKind, AccountTestOutcome>

/** That there is no such thing may be said to anybody: are other keys told the same? */
async function compared(connection: Connection, strange: string): Promise<AccountTest> {
  try {
    await ask(withStrangeKeys(connection, strange), strange)
    return { outcome: 'unclear' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { outcome: error.kind === 'Unauthorized' ? 'accepted' : 'unclear' }
  }
}

/** @throws ProviderError unless the provider has looked for it. */
async function ask(connection: Connection, strange: string): Promise<'impossible' | 'answered'> {
  const question = questionFor(connection.provider, connection.context, strange)
  if (!question) return 'impossible'
  try {
    await drive(connection, question)
  } catch (error) {
    const isAnswer = error instanceof ProviderError && ABSENT.has(error.kind)
    if (!isAnswer) throw error
  }
  return 'answered'
}

/** Providers that have ids of a certain form call another one invalid. */
const ABSENT: ReadonlySet<ProviderErrorKind> = new Set(['NotFound', 'InvalidRequest', 'Declined'])

/** The best proof first: a search that finds nothing is a success. */
function questionFor(provider: Provider, context: Context, strange: string): Steps<unknown> | undefined {
  const { lookup, withdrawLookup, capabilities, auth } = provider
  const { operations, paymentMethods } = capabilities
  const [paymentMethod] = paymentMethods
  const createdAt = context.now
  if (lookup && paymentMethod)
    return provider.findTransaction({ reference: strange, paymentMethod, createdAt }, context)
  if (operations.includes('readTransaction') && paymentMethod)
    return provider.readTransaction({ transactionId: strange, paymentMethod }, context)
  if (withdrawLookup) return provider.findWithdraw({ withdrawReference: strange, createdAt }, context)
  if (operations.includes('readWithdraw')) return provider.readWithdraw({ withdrawId: strange }, context)
  return auth.type === 'token' ? fetchToken(auth.fetch(context)) : undefined
}

/** Whatever is wrong with a request for a token is wrong with the keys. */
function* fetchToken(steps: Steps<unknown>): Steps<unknown> {
  try {
    return yield* steps
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isRefusal = error.kind === 'InvalidRequest' || error.kind === 'Declined'
    throw isRefusal ? new ProviderError('Unauthorized', error.message, { cause: error }) : error
  }
}

/** In the place of each part, so that no name of the account counts a failed sign-in; what only a library reads, a certificate, stays. */
function withStrangeKeys(connection: Connection, strange: string): Connection {
  const { context } = connection
  const kept = Object.entries(context.credentials).map(([name, value]) => [
    name,
    name.startsWith('certificate') ? value : strange,
  ])
  return {
    ...connection,
    context: { ...context, credentials: Object.fromEntries(kept) },
    tokens: createTokenCache(),
  }
}
