/** LYNXPAY's vault: which cards it is given, and how they travel. */
import { createDecipheriv, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { loadFixture } from '../support/fixtures.ts'
import { CARD, INPUTS } from '../support/inputs.ts'
import { contextOf, play } from '../support/play.ts'
import { run, sentBody } from '../support/start.ts'

const TOKEN = { status: 200, body: { token: 'tok_1' } }

test.each([
  [{ cardNumber: '' }, 'card.cardNumber é obrigatório.'],
  [{ holderName: '' }, 'card.holderName é inválido. Obrigatório nome e sobrenome.'],
  [{ holderName: 'MARIA' }, 'card.holderName é inválido. Obrigatório nome e sobrenome.'],
  [{ expMonth: '008' }, 'card.expMonth é inválido. Precisa ser menor ou igual a 2 caracteres.'],
  [{ expYear: '031' }, 'card.expYear é inválido. Precisa ter 4 caracteres.'],
  [{ expYear: '' }, 'card.expYear é inválido. Precisa ter 4 caracteres.'],
  [{ cvv: '12' }, 'card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.'],
  [{ cvv: '12345' }, 'card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.'],
  [{ cardNumber: '', cvv: '' }, 'card.cardNumber é obrigatório.'],
])('a card with %j is refused before it is sent: %s', (change, message) => {
  const { error, requests } = run('LYNXPAY', 'tokenizeCard', { ...CARD, ...change })
  expect([error?.kind, error?.message, requests]).toEqual(['InvalidRequest', message, []])
})

test('no card at all is refused: card é obrigatório.', () => {
  const fixture = loadFixture('LYNXPAY')
  const { error } = play(findProvider('LYNXPAY').tokenizeCard(undefined as never, contextOf(fixture)), () => {
    throw new Error('Something was sent')
  })
  expect([error?.kind, error?.message]).toEqual(['InvalidRequest', 'card é obrigatório.'])
})

test.each([{}, { expYear: '2031' }, { expMonth: '8' }, { cvv: '1234' }])('a card with %j is taken', (change) => {
  expect(run('LYNXPAY', 'tokenizeCard', { ...CARD, ...change }, TOKEN).result).toEqual({ cardToken: 'tok_1' })
})

test('a card travels under AES-256-GCM, with a nonce of 12 bytes and a random hash of 20 characters', () => {
  const played = run('LYNXPAY', 'tokenizeCard', 'cardData', TOKEN)
  const { hash, card } = sentBody(played) as { hash: string; card: string }
  expect(hash).toMatch(/^[A-Za-z0-9]{20}$/)
  expect(JSON.stringify(played.requests)).not.toContain(CARD.cardNumber)
  const bytes = Buffer.from(card, 'base64')
  const key = createHmac('sha256', 'chave-inventada-lynxpay').update(hash).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
  const opened = JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'))
  expect(opened).toEqual({
    cardNumber: CARD.cardNumber,
    holderName: CARD.holderName,
    expMonth: '08',
    expYear: '2031',
    cvv: CARD.cvv,
  })
})

test('the vault is at another host and is shown the public key alone', () => {
  const { requests } = run('LYNXPAY', 'tokenizeCard', 'cardData', TOKEN)
  expect(requests.map(({ host, url }) => [host, url])).toEqual([
    ['split', 'https://split.lynxpay.invalid/v1/card-token'],
  ])
})

test.each(['pix', 'card'] as const)('every charge is made in one installment: %s', (input) => {
  const request = { ...INPUTS[input], installments: 12, ...(input === 'card' ? { cardId: 'tok_1' } : {}) }
  expect(sentBody(run('LYNXPAY', 'createTransaction', request, { status: 400 })).installments).toBe(1)
})

test('a card charge without a token is refused before it is sent', () => {
  const { error, requests } = run('LYNXPAY', 'createTransaction', { ...INPUTS.card, cardId: undefined })
  expect([error?.message, requests]).toEqual(['Card token is required for credit card payments.', []])
})

test.each([
  ['createTransaction', 'pix', 'Ocorreu um erro desconhecido.'],
  ['refund', 'refund', 'Ocorreu um erro desconhecido.'],
  ['tokenizeCard', 'cardData', 'Erro desconhecido.'],
] as const)('%s: what the provider says, or else its own words for nothing', (operation, input, unknown) => {
  expect(run('LYNXPAY', operation, input, { status: 400, body: { message: 'Não' } }).error?.message).toBe('Não')
  expect(run('LYNXPAY', operation, input, { status: 400 }).error?.message).toBe(unknown)
})
