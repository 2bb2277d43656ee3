/** What the tab keeps of what a buyer has typed. */
import { expect, test } from 'vitest'
import { keepTyped, typedBefore } from '../../web/src/features/buy/typed.ts'
import { EMPTY } from '../../web/src/features/buy/values.ts'

const NUMBER = '4111111111111111'

test.each([
  ['a name', 'Mariana Duarte', true],
  ['a card number', NUMBER, false],
  ['a card number among words', `Cartão ${NUMBER} da Mariana`, false],
  ['a card number with characters that are not seen', [...NUMBER].join('\u200b'), false],
])('%s in a field of the buyer is kept: %s, %s', (_, name, isKept) => {
  keepTyped('loja', { ...EMPTY, name })
  expect(typedBefore('loja').name).toBe(isKept ? name : '')
})
