/** What stands for a logo where a seller has none. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SellerLine } from '../../web/src/features/buy/page-header.tsx'

test.each([
  ['Loja Demo', 'L'],
  ['  ótica central', 'Ó'],
  ['o\u0301tica central', 'O\u0301'],
  ['🍕 Pizza da Ana', 'P'],
  ['“Aspas” da Lia', 'D'],
  ['123 milhas', 'M'],
  ['99', '9'],
  ['🍕', '🍕'],
])('of %s it is %s', (seller, letter) => {
  const shown = renderToStaticMarkup(createElement(SellerLine, { seller, logoUrl: null }))
  expect(shown).toContain(`>${letter}</span>`)
})
