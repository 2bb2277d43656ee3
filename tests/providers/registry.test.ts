/** The registry, and what each provider says of itself against what it does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAYMENT_METHODS, WITHDRAW_METHODS } from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { OPERATIONS } from '../../domain/provider-operations.ts'
import type { Context, Steps } from '../../providers/contract.ts'
import { findProvider, providers } from '../../providers/index.ts'
import { providerDocs } from '../../scripts/generate-provider-docs.ts'
import { registrySource } from '../../scripts/generate-registry.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { type Fixture, loadFixtures } from './support/fixtures.ts'
import { contextOf, inputOf, play } from './support/play.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('holds every file of the catalog, in order', () => {
  const files = readdirSync(join(ROOT, 'providers/catalog')).filter((file) => file.endsWith('.ts'))
  expect(Object.keys(providers)).toHaveLength(files.length)
  expect(Object.keys(providers)).toEqual(Object.keys(providers).toSorted())
  for (const [code, provider] of Object.entries(providers)) expect(provider.code).toBe(code)
})

test('is what its generator writes, and so is its documentation', async () => {
  expect(read('providers/index.ts')).toBe(await registrySource())
  expect(read('docs/providers.md')).toBe(providerDocs())
})

test.each(['UNKNOWN', 'asaas', 'constructor', '__proto__', ''])('%j is no provider', (code) => {
  expect(() => findProvider(code)).toThrow(new ProviderError('NotSupported', 'Method not implemented.'))
})

describe.each(loadFixtures())('$provider', (fixture) => {
  const provider = findProvider(fixture.provider)
  const context = contextOf(fixture)
  const creationBy = (method: string) => {
    const creations = fixture.cases.filter(({ operation, result }) => operation === 'createTransaction' && result)
    const inputs = creations.map((golden) => inputOf(golden) as { paymentMethod: string })
    return inputs.find(({ paymentMethod }) => paymentMethod === method) ?? inputs[0]
  }

  const unsupported = (...names: (keyof NonNullable<Fixture['unsupported']>)[]) =>
    names.map((name) => fixture.unsupported?.[name]).find(Boolean) ?? 'Method not implemented.'

  test('takes the payment methods that it lists, and refuses the others as its creation does', () => {
    for (const method of PAYMENT_METHODS) {
      const request = { ...creationBy(method), paymentMethod: method } as never
      const supported = provider.capabilities.paymentMethods.includes(method)
      expect(startsSending(provider.createTransaction(request, context))).toBe(supported)
      if (supported) provider.assertSupports(method)
      else expect(() => provider.assertSupports(method)).toThrow(unsupported(method, 'createTransaction'))
    }
    for (const method of WITHDRAW_METHODS) {
      const supported = provider.capabilities.withdrawMethods.includes(method)
      if (supported) provider.assertSupportsWithdraw(method)
      else expect(() => provider.assertSupportsWithdraw(method)).toThrow(unsupported(`withdraw:${method}`, 'withdraw'))
    }
  })

  test('has the operations that it lists, and says of the others that they are not implemented', () => {
    for (const operation of OPERATIONS.filter((one) => !provider.capabilities.operations.includes(one))) {
      if (operation === 'translateWebhook') {
        expect(() => provider.translateWebhook({ headers: {}, query: {}, body: '{}' })).toThrow(ProviderError)
        continue
      }
      const begin = provider[operation] as (input: object, context: Context) => Steps<unknown>
      const { error } = play(begin({ paymentMethod: 'PIX' }, context), () => new ProviderError('NotSent', 'sent'))
      expect({ kind: error?.kind, message: error?.message }, operation).toEqual({
        kind: 'NotSupported',
        message: unsupported(...(operation === 'withdraw' ? ['withdraw:PIX' as const] : []), operation),
      })
    }
  })

  test('can look a transaction up exactly when it says how', () => {
    const attempt = { reference: '0'.repeat(32), paymentMethod: 'PIX', createdAt: context.now } as const
    expect(startsSending(provider.findTransaction(attempt, context))).toBe(provider.lookup !== null)
    const withdrawal = { withdrawReference: '0'.repeat(32), createdAt: context.now }
    expect(startsSending(provider.findWithdraw(withdrawal, context))).toBe(provider.withdrawLookup !== null)
  })

  test("an account's address replaces all of the default one", () => {
    const baseUrl = 'http://127.0.0.1:1234/elsewhere/v9'
    const transaction = { transactionId: 'a', paymentMethod: 'PIX' } as const
    if (!provider.capabilities.operations.includes('readTransaction')) return
    const first = provider.readTransaction(transaction, { ...context, baseUrl }).next()
    expect(first.done).toBe(false)
    if (!first.done) expect(first.value.url.startsWith(`${baseUrl}/`)).toBe(true)
  })

  test('its credentials table says which parts are secret', () => {
    expect(provider.credentials.some((part) => part.secret && part.required)).toBe(true)
    expect(() => provider.parseCredentials({})).toThrow(ProviderError)
  })
})

function startsSending(steps: Steps<unknown>): boolean {
  return play(steps, () => new ProviderError('NotSent', 'far enough')).error?.kind === 'NotSent'
}
