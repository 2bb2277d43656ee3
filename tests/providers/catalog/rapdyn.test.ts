/** RAPDYN's rules for Pix keys and withdrawals. */
import { describe, expect, test } from 'vitest'
import { run, sentBody } from '../support/start.ts'

const withdraw = (pixType: string, pixKey: string) =>
  run(
    'RAPDYN',
    'withdraw',
    { like: 'withdrawPix', set: { pixType, pixKey } },
    {
      status: 200,
      body: { transfer_id: 't', status: 'pending' },
    },
  )

describe('a Pix key is formatted by its type', () => {
  test.each([
    ['CPF', '11144477735', 'cpf', '111.444.777-35'],
    ['CPF', '111.444.777-35', 'cpf', '111.444.777-35'],
    ['CNPJ', '11222333000181', 'cnpj', '11.222.333/0001-81'],
    ['CNPJ', '12ABC34501DE35', 'cnpj', '12.ABC.345/01DE-35'],
    ['PHONE', '11987654321', 'phone', '(11) 98765-4321'],
    ['PHONE', '1187654321', 'phone', '(11) 8765-4321'],
    ['EMAIL', 'maria@example.com', 'email', 'maria@example.com'],
    ['RANDOM', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', 'randomkey', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  ])('%s %s is sent as %s %s', (pixType, pixKey, pix_key_type, pix_key) => {
    expect(sentBody(withdraw(pixType, pixKey))).toMatchObject({ pix_key_type, pix_key })
  })
})

describe('a Pix key with another number of digits is refused before anything is sent', () => {
  test.each([
    ['CPF', '1114447773', 'CPF inválido, deve conter 11 dígitos.'],
    ['CPF', '111444777350', 'CPF inválido, deve conter 11 dígitos.'],
    ['CNPJ', '1122233300018', 'CNPJ inválido, deve conter 14 dígitos.'],
    ['PHONE', '987654321', 'Telefone inválido, número de dígitos incorreto.'],
    ['PHONE', '+5511987654321', 'Telefone inválido, número de dígitos incorreto.'],
  ])('%s %s: %s', (pixType, pixKey, message) => {
    const { requests, error } = withdraw(pixType, pixKey)
    expect({ requests, kind: error?.kind, message: error?.message }).toEqual({
      requests: [],
      kind: 'InvalidRequest',
      message,
    })
  })
})
