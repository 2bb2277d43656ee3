/** What is typed finds a name however it is written. */
import { expect, test } from 'vitest'
import { plain } from '../../web/src/ui/text-match.ts'

test.each([
  ['pagarme', 'Pagar.me (demo)'],
  ['PAGAR.ME', 'Pagarme'],
  ['sao joao', 'São João'],
  ['Itaú', 'Itau Unibanco S.A.'],
  ['sa', 'Itau Unibanco S.A.'],
  ['52998224725', '529.982.247-25'],
  ['d’água', "Caixa d'agua"],
])('%s finds %s', (typed, name) => {
  expect(plain(name)).toContain(plain(typed))
})

test.each([
  ['pagar me', 'Pagar.me'],
  ['iugu', 'Asaas'],
])('%s does not find %s', (typed, name) => {
  expect(plain(name)).not.toContain(plain(typed))
})
