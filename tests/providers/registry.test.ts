/** The registry, and what each provider says of itself against what it does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cents } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Context, Provider, Steps } from '../../providers/contract.ts'
import { findProvider, providers } from '../../providers/index.ts'
import { providerDocs } from '../../scripts/generate-provider-docs.ts'
import { registrySource } from '../../scripts/generate-registry.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { loadFixtures } from './support/fixtures.ts'
import { contextOf, play } from './support/play.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('holds every file of the catalog, in order', () => {
  const files = readdirSync(join(ROOT, 'providers/catalog'))
  expect(Object.keys(providers)).toHaveLength(files.length)
  expect(Object.keys(providers)).toEqual(Object.keys(providers).toSorted())
  for (const [code, provider] of Object.entries(providers)) expect(provider.code).toBe(code)
})

test('is what its generator writes, and so is its documentation', async () => {
  expect(read('providers/index.ts')).toBe(await registrySource())
  expect(read('docs/providers.md')).toBe(providerDocs())
})

test.each(['NOBODY', 'asaas', 'constructor', '__proto__', ''])('%j is no provider', (code) => {
  expect(() => findProvider(code)).toThrow(new ProviderError('NotSupported', 'Method not implemented.'))
})

describe.each(loadFixtures())('$provider', (fixture) => {
  const provider = findProvider(fixture.provider)
  const context = contextOf(fixture)
  const creation = fixture.cases.find(({ operation, result }) => operation === 'createTransaction' && result)?.input

  test('takes the payment methods that it lists, and refuses the others as its creation does', () => {
    for (const method of PAYMENT_METHODS) {
      const request = { ...(creation as object), paymentMethod: method } as never
      const supported = provider.capabilities.paymentMethods.includes(method)
      expect(startsSending(provider.createTransaction(request, context))).toBe(supported)
      if (supported) provider.assertSupports(method)
      else expect(() => provider.assertSupports(method)).toThrow('Method not implemented.')
    }
  })

  test('has the operations that it lists, and says of the others that they are not implemented', () => {
    const listed = provider.capabilities.operations
    for (const [operation, begin] of Object.entries(OPERATIONS)) {
      const { error } = play(begin(provider, context), () => new ProviderError('NotSent', 'far enough'))
      const expected = listed.includes(operation as never)
        ? { kind: 'NotSent', message: 'far enough' }
        : { kind: 'NotSupported', message: 'Method not implemented.' }
      expect({ kind: error?.kind, message: error?.message }, operation).toEqual(expected)
    }
    expect(listed).toContain('translateWebhook')
  })

  test('can look a transaction up exactly when it says how', () => {
    const attempt = { reference: '0'.repeat(32), paymentMethod: 'PIX', createdAt: context.now } as const
    expect(startsSending(provider.findTransaction(attempt, context))).toBe(provider.lookup !== null)
  })

  test("an account's address replaces all of the default one", () => {
    const baseUrl = 'http://127.0.0.1:1234/elsewhere/v9'
    const transaction = { transactionId: 'a', paymentMethod: 'PIX' } as const
    const first = provider.readTransaction(transaction, { ...context, baseUrl }).next()
    expect(first.done).toBe(false)
    if (!first.done) expect(first.value.url.startsWith(`${baseUrl}/`)).toBe(true)
  })

  test('its credentials table says which parts are secret', () => {
    expect(provider.credentials.some((part) => part.secret && part.required)).toBe(true)
    expect(() => provider.parseCredentials({})).toThrow(ProviderError)
  })
})

const OPERATIONS: Record<string, (provider: Provider, context: Context) => Steps<unknown>> = {
  readTransaction: (provider, context) =>
    provider.readTransaction({ transactionId: 'a', paymentMethod: 'PIX' }, context),
  refund: (provider, context) =>
    provider.refund({ transactionId: 'a', paymentMethod: 'PIX', amount: cents(1), reference: 'r' }, context),
  withdraw: (provider, context) =>
    provider.withdraw({ paymentMethod: 'PIX', amount: cents(1), withdrawReference: 'r' }, context),
  readWithdraw: (provider, context) => provider.readWithdraw({ withdrawId: 'a' }, context),
  createReceiver: (provider, context) => provider.createReceiver({} as never, context),
  readReceiver: (provider, context) => provider.readReceiver({ receiverId: 'a' }, context),
  tokenizeCard: (provider, context) => provider.tokenizeCard({} as never, context),
  buildCardId: (provider, context) => provider.buildCardId({} as never, context),
}

function startsSending(steps: Steps<unknown>): boolean {
  return play(steps, () => new ProviderError('NotSent', 'far enough')).error?.kind === 'NotSent'
}
