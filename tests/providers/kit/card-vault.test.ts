/** Cards that the product keeps: only the key that sealed one opens it, and nothing of it can be read without. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProviderError } from '../../../domain/provider-error.ts'
import { openCard, sealCard } from '../../../providers/kit/card-vault.ts'
import { deriveFrom } from '../../../providers/kit/derived.ts'
import { CARD } from '../support/inputs.ts'

const KEY = Buffer.alloc(32, 1).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64')
const { email: _, customerIp: __, cvv: ___, ...card } = CARD

test('what was sealed is what is opened, whatever the name on the card', () => {
  const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !text.includes('|'))
  fc.assert(
    fc.property(anyText, fc.string({ minLength: 1 }), (holderName, entropy) => {
      const sealed = sealCard({ ...CARD, holderName }, KEY, deriveFrom(entropy))
      expect(openCard(sealed, KEY)).toEqual({ ...card, holderName })
      expect(sealed).not.toContain(card.cardNumber)
    }),
  )
})

test('a pipe in a name moves no field', () => {
  const sealed = sealCard({ ...CARD, holderName: 'MARIA|999' }, KEY, deriveFrom('e'))
  expect(openCard(sealed, KEY)).toEqual({ ...card, holderName: 'MARIA 999' })
})

test('another key, a changed character, a foreign text or no key opens nothing', () => {
  const sealed = sealCard(CARD, KEY, deriveFrom('e'))
  const changed = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`
  for (const [cardId, key] of [
    [sealed, OTHER_KEY],
    [changed, KEY],
    ['tok_123', KEY],
    [undefined, KEY],
    [sealed, undefined],
  ] as const) {
    expect(() => openCard(cardId, key)).toThrow(new ProviderError('InvalidRequest', 'Erro salvando cartão'))
  }
})
