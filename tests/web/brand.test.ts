import { expect, test } from 'vitest'
import { brandStyle } from '../../web/src/features/buy/brand.ts'

test.each([
  ['a teal', '#0f766e', 'light-dark(#0f766e, #0f766e)'],
  ['white', '#ffffff', 'light-dark(color-mix(in srgb, #ffffff 50%, black), #ffffff)'],
  ['a yellow', '#ffd400', 'light-dark(color-mix(in srgb, #ffd400 50%, black), #ffd400)'],
  ['black', '#000000', 'light-dark(#000000, color-mix(in srgb, #000000 50%, white))'],
])('a button in %s has an edge on either ground', (_name, color, edge) => {
  expect(brandStyle(color)['--accent-edge']).toBe(edge)
})
