/**
 * Tests whether a provider accepts an account's keys, by asking for an object that does not exist. Nothing is created and no money
 * moves. A provider may give the same answer to any keys, so invalid keys are tried too: only a difference proves that they are valid.
 */
import type { AccountTest, AccountTestOutcome } from '../domain/account-test.ts'
import { ProviderError, type ProviderErrorKind } from '../domain/provider-error.ts'
import type { Context, Provider, Steps } from '../providers/contract.ts'
import { type Connection, drive } from './drive.ts'
import { createTokenCache } from './tokens.ts'

/**
 * @param open opens the connection; it may already find that the keys are invalid, or that the platform lacks what the provider asks for.
 * @param strange 32 hexadecimal characters that match no transaction and no key.
 */
export async function testAccount(open: () => Promise<Connection>, strange: string): Promise<AccountTest> {
  try {
    const connection = await open()
    return (await ask(connection, strange)) === 'answered'
      ? await compared(connection, strange)
      : { outcome: 'impossible' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, message, unmet } = error
    return unmet
      ? { outcome: 'notAsked', setting: unmet.setting, message: unmet.why }
      : { outcome: OUTCOMES[kind], message }
  }
}

/** What each kind of error says about the keys. */
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

/** Checks whether invalid keys get the same "not found" answer. */
async function compared(connection: Connection, strange: string): Promise<AccountTest> {
  try {
    await ask(withStrangeKeys(connection, strange), strange)
    return { outcome: 'unclear' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { outcome: error.kind === 'Unauthorized' ? 'accepted' : 'unclear' }
  }
}

/** @throws ProviderError unless the provider processed the question. */
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

/** Answers that the object does not exist. Providers whose ids have a fixed format call another id invalid. */
const ABSENT: ReadonlySet<ProviderErrorKind> = new Set(['NotFound', 'InvalidRequest', 'Declined'])

/** The best question first: a search that finds nothing is answered with a success. */
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

/** Any refusal of a token request is a refusal of the keys. */
function* fetchToken(steps: Steps<unknown>): Steps<unknown> {
  try {
    return yield* steps
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isRefusal = error.kind === 'InvalidRequest' || error.kind === 'Declined'
    throw isRefusal ? new ProviderError('Unauthorized', error.message, { cause: error }) : error
  }
}

/**
 * Replaces every credential, so that the provider counts no failed sign-in for the account's user name. Certificates stay, because a
 * library must parse them.
 */
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
