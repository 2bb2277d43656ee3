import { expect, test } from 'vitest'
import { declineReason } from '../../domain/decline.ts'

test.each([
  ['Saldo insuficiente', 'funds'],
  ['Insufficient funds', 'funds'],
  ['Limite do cartão excedido', 'funds'],
  ['CVV inválido', 'code'],
  ['Código de segurança incorreto', 'code'],
  ['Expired card', 'expired'],
  ['Cartão vencido', 'expired'],
  ['Número do cartão inválido', 'number'],
  ['Cartão bloqueado pelo emissor', 'blocked'],
  ['Stolen card', 'blocked'],
  ['Do not honor', 'bank'],
  ['Transação não autorizada', 'bank'],
  ['card_declined', 'bank'],
  ['Erro 57-B', undefined],
  ['', undefined],
])('%j means %s', (message, reason) => {
  expect(declineReason(message)).toBe(reason)
})
