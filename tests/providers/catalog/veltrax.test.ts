/** VELTRAX is told the type of a Pix key by the key's shape. */
import { expect, test } from 'vitest'
import { run, sentBody } from '../support/start.ts'

test.each([
  ['maria@example.com', 'RANDOM', 'EMAIL', 'maria@example.com'],
  ['11144477735', 'CPF', 'CPF', '11144477735'],
  ['111.444.777-35', 'CNPJ', 'CPF', '11144477735'],
  ['11.222.333/0001-81', 'CNPJ', 'CNPJ', '11222333000181'],
  ['12.ABC.345/01DE-35', 'CNPJ', 'CNPJ', '12ABC34501DE35'],
  ['1187654321', 'PHONE', 'PHONE', '1187654321'],
  ['(11) 8765-4321', 'RANDOM', 'PHONE', '1187654321'],
  ['11987654321', 'PHONE', 'PHONE', '11987654321'],
  ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906', 'RANDOM', 'RANDOM', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  ['123456789', 'RANDOM', 'RANDOM', '123456789'],
])('the Pix key %s, called %s by the seller, is sent as %s', (given, pixType, pixKeyType, pixKey) => {
  const played = run(
    'VELTRAX',
    'withdraw',
    { like: 'withdrawPix', set: { pixKey: given, pixType } },
    {
      status: 201,
      body: { id: 'w', status: 'pending' },
    },
  )
  expect(sentBody(played)).toMatchObject({ pixKey, pixKeyType })
})
