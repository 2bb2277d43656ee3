/** Pix keys in the two shapes that providers want. */
import { expect, test } from 'vitest'
import { digitsKey, internationalKey } from '../../../providers/kit/pix-keys.ts'

test.each([
  ['CPF', '111.444.777-35', '11144477735', '11144477735'],
  ['CNPJ', '11.222.333/0001-81', '11222333000181', '11222333000181'],
  ['CNPJ', '12.ABC.345/01DE-35', '12ABC34501DE35', '12ABC34501DE35'],
  ['PHONE', '(11) 99999-8888', '11999998888', '+5511999998888'],
  ['PHONE', '+55 11 99999-8888', '5511999998888', '+5511999998888'],
  ['PHONE', '1133334444', '1133334444', '+551133334444'],
  ['EMAIL', 'maria.silva+pix@example.com', 'maria.silva+pix@example.com', 'maria.silva+pix@example.com'],
  [
    'RANDOM',
    '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  ],
] as const)('%s %s is %s, or %s with the country', (pixType, pixKey, digits, international) => {
  expect(digitsKey({ pixKey, pixType })).toBe(digits)
  expect(internationalKey({ pixKey, pixType })).toBe(international)
})
