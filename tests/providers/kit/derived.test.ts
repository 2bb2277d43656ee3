/** Derived values: the same entropy gives the same values, and no value tells another. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveFrom, UPPERCASE_AND_DIGITS } from '../../../providers/kit/derived.ts'
import { softDescriptor, statementDescriptor } from '../../../providers/kit/descriptor.ts'

const anyEntropy = fc.string({ minLength: 1 })

test('the same entropy and label give the same bytes, another of either gives others', () => {
  fc.assert(
    fc.property(anyEntropy, fc.integer({ min: 16, max: 100 }), (entropy, length) => {
      const bytes = deriveFrom(entropy).bytes('nonce', length)
      expect(bytes).toHaveLength(length)
      expect(deriveFrom(entropy).bytes('nonce', length)).toEqual(bytes)
      expect(deriveFrom(entropy).bytes('hash', length)).not.toEqual(bytes)
      expect(deriveFrom(`${entropy}x`).bytes('nonce', length)).not.toEqual(bytes)
    }),
  )
})

test('whole numbers stay between their ends, both of which are reached', () => {
  const seen = new Set<number>()
  for (let index = 0; index < 500; index += 1) seen.add(deriveFrom(String(index)).between('price', 50, 53))
  expect([...seen].toSorted()).toEqual([50, 51, 52, 53])
})

test('a soft descriptor is 13 capital letters and digits', () => {
  fc.assert(fc.property(anyEntropy, (entropy) => /^[A-Z0-9]{13}$/.test(softDescriptor(deriveFrom(entropy)))))
  expect(UPPERCASE_AND_DIGITS).toHaveLength(36)
})

test.each([
  ['Loja da Maria', 'LojadaMaria'],
  ['Ateliê São João & Filhos', 'AtelieSaoJoao'],
  ['!!!', ''],
  ['Pagamentos 2026 LTDA', 'Pagamentos202'],
])('a statement shows %j as %j: letters and digits only, cut to 13', (text, shown) => {
  expect(statementDescriptor(text)).toBe(shown)
})
