/** What the goldens cannot show of IUGU: the order in which papers are asked for, branch digits, and that its signature holds. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ReceiverRequest } from '../../../domain/receiver.ts'
import type { ReceiverKey, WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { INPUTS } from '../support/inputs.ts'
import { bodyOf, play } from '../support/play.ts'

const iugu = findProvider('IUGU')
const context = {
  credentials: { accountId: 'CONTA', apiToken: 'token-inventado' },
  now: '2026-01-15T15:00:00.000Z',
  entropy: 'e',
}
const PAPERS = {
  photoDocument: 'aQ==',
  photoPersonWithDocument: 'aQ==',
  addressProof: 'aQ==',
  balanceSheet: 'aQ==',
  photoDocumentSocialContract: 'aQ==',
}
const receiver: ReceiverRequest = { ...INPUTS.receiver, documents: PAPERS }
const OPENED = { account_id: 'A', live_api_token: 'live', user_token: 'user' }

/** @param enabled how the account itself is answered. */
function open(request: ReceiverRequest, enabled = 200) {
  return play(iugu.createReceiver(request, context), (_, index) => ({
    status: index === 2 ? enabled : 200,
    headers: {},
    body: JSON.stringify(index === 0 ? OPENED : {}),
  }))
}

function read(known: Omit<ReceiverKey, 'receiverId'>, canReceive: boolean, enabled = 200) {
  const body = JSON.stringify({ id: 'A', 'can_receive?': canReceive })
  return play(iugu.readReceiver({ receiverId: 'A', ...known }, context), (_, index) => ({
    status: index === 1 ? enabled : 200,
    headers: {},
    body,
  }))
}

describe('opening a receiver', () => {
  test.each([
    ['photoDocument', 'Foto do documento é obrigatório.'],
    ['photoPersonWithDocument', 'Foto do documento com pessoa é obrigatório.'],
    ['addressProof', 'Comprovante de endereço é obrigatório.'],
    ['balanceSheet', 'Balanço patrimonial é obrigatório.'],
    ['photoDocumentSocialContract', 'Contrato social é obrigatório.'],
  ] as const)('without %s nothing is sent: %s', (missing, message) => {
    const { [missing]: _, ...documents } = PAPERS
    const { requests, error } = open({ ...receiver, documents })
    expect(requests).toEqual([])
    expect({ kind: error?.kind, message: error?.message }).toEqual({ kind: 'InvalidRequest', message })
  })

  test('a CPF needs no articles of association', () => {
    const { photoDocumentSocialContract: _, ...documents } = PAPERS
    expect(open({ ...receiver, documentType: 'CPF', document: '11144477735', documents }).error).toBeUndefined()
  })

  test('a bank that Iugu does not know is refused before anything is sent', () => {
    const { requests, error } = open({ ...receiver, bankAccount: { ...receiver.bankAccount, bankCode: '998' } })
    expect(requests).toEqual([])
    expect(error?.message).toBe('Banco não suportado, tente outro.')
  })

  test.each([
    ['001', 'Banco do Brasil', '1234-5'],
    ['036', 'Bradesco BBI', '1234-5'],
    ['246', 'Banco ABC Brasil', '1234-5'],
    ['237', 'Bradesco', '1234'],
    ['341', 'Itaú', '1234'],
  ])('of bank %s it says %s, branch %s', (bankCode, bank, bank_ag) => {
    const bankAccount = { ...receiver.bankAccount, bankCode, branchDigit: '5' }
    const { requests } = open({ ...receiver, bankAccount })
    expect(bodyOf(requests[1] as WireRequest)).toMatchObject({ data: { bank, bank_ag } })
  })

  test('it is sent to be verified in the name of its user, and then set up in its own', () => {
    const [, sent, configuration, ...more] = open(receiver).requests
    expect(sent?.url).toMatch(/\/accounts\/A\/request_verification$/)
    expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('user:').toString('base64')}`)
    expect(configuration?.url).toMatch(/\/accounts\/configuration$/)
    expect(configuration?.headers.authorization).toBe(`Basic ${Buffer.from('live:').toString('base64')}`)
    expect(more).toEqual([])
  })

  test.each([200, 401, 500])('it is open, whatever becomes of setting it up: %i', (status) => {
    const { result, error } = open(receiver, status)
    expect(error).toBeUndefined()
    expect(result).toMatchObject({ receiverId: 'A', receiverToken: 'live', status: 'PENDING' })
  })

  test('once it can receive, Pix and card installments are enabled in its own name', () => {
    const [, configuration] = read({ receiverToken: 'live' }, true).requests
    expect(configuration?.url).toMatch(/\/accounts\/configuration$/)
    expect(configuration?.headers.authorization).toBe(`Basic ${Buffer.from('live:').toString('base64')}`)
    expect(bodyOf(configuration as WireRequest)).toMatchObject({
      pix: { active: true },
      credit_card: { installments: true },
    })
  })

  test.each([
    ['cannot receive yet', { receiverToken: 'live' }, false],
    ['has no token of its own that is known', {}, true],
    ['could receive before, and may have been set otherwise', { receiverToken: 'live', isActive: true as const }, true],
  ])('nothing is enabled for an account that %s', (_, known, canReceive) => {
    expect(read(known, canReceive).requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test.each([401, 422, 500])('it is able to receive, whatever becomes of setting it up: %i', (status) => {
    expect(read({ receiverToken: 'live' }, true, status).result).toMatchObject({ status: 'ACTIVE' })
  })

  test('a paper that is a PDF is sent as one', () => {
    const pdf = Buffer.from('%PDF-1.7').toString('base64')
    const { requests } = open({ ...receiver, documents: { ...PAPERS, addressProof: pdf } })
    const { files } = bodyOf(requests[1] as WireRequest) as { files: Record<string, string> }
    expect(files.address_proof).toBe(`data:application/pdf;name=address_proof.pdf;base64,${pdf}`)
    expect(files.selfie).toBe('data:image/png;name=selfie.png;base64,aQ==')
  })
})

describe('a Pix withdrawal', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64')
  const withdraw = (privateKey?: string) =>
    play(
      iugu.withdraw(INPUTS.withdrawPix, {
        ...context,
        ...(privateKey === undefined ? {} : { platform: { privateKey } }),
      }),
      () => ({ status: 202, headers: {}, body: '{"transfer_request_id":"T","status":"pending"}' }),
    )

  test('is signed over method, path, token, time and the very bytes of the body', () => {
    const [sent] = withdraw(pem).requests
    const body = sent?.body?.type === 'text' ? sent.body.value : ''
    const time = sent?.headers['request-time']
    expect(time).toBe('2026-01-15T12:00:00-03:00')
    const signature = Buffer.from((sent?.headers.signature ?? '').replace('signature=', ''), 'base64')
    const text = `POST|/v1/transfer_requests\ntoken-inventado|${time}\n${body}`
    expect(
      verify(
        'sha256',
        Buffer.from(text),
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        signature,
      ),
    ).toBe(true)
  })

  test.each([
    ['no key', undefined],
    ['no readable key', 'bm90IGEga2V5'],
  ])('with %s nothing is sent', (_, key) => {
    const { requests, error } = withdraw(key)
    expect(requests).toEqual([])
    expect({ kind: error?.kind, message: error?.message }).toEqual({ kind: 'Unauthorized', message: 'Unauthorized.' })
  })
})

test('a card is not charged for an invoice of another amount', () => {
  const request = { ...INPUTS.card, cardId: 'token' }
  const invoice = JSON.stringify({ id: 'I', status: 'pending', total_cents: 99 })
  const { requests, error } = play(iugu.createTransaction(request, context), () => ({
    status: 200,
    headers: {},
    body: invoice,
  }))
  expect(requests.map(({ risk }) => risk)).toEqual(['repeatable'])
  expect(error?.kind).toBe('Mismatch')
})

test.each([
  [1, undefined],
  [2, 2],
  [12, 12],
])('%i installments are %j months', (installments, months) => {
  const request = { ...INPUTS.card, cardId: 'token', installments }
  const invoice = JSON.stringify({ id: 'I', status: 'pending', total_cents: INPUTS.card.amount })
  const { requests } = play(iugu.createTransaction(request, context), (_, index) =>
    index === 0
      ? { status: 200, headers: {}, body: invoice }
      : { status: 200, headers: {}, body: '{"success":true,"invoice_id":"I"}' },
  )
  expect(bodyOf(requests[1] as WireRequest)).toEqual({ token: 'token', invoice_id: 'I', ...(months ? { months } : {}) })
})

describe('in the name of a receiver', () => {
  const proof = `Basic ${Buffer.from('token-da-conta:').toString('base64')}`
  const named = { ...context, receiverToken: 'token-da-conta' }
  test.each([
    ['read', iugu.readTransaction({ transactionId: 'i1', paymentMethod: 'PIX' }, named)],
    ['refunded', iugu.refund({ ...INPUTS.refund, transactionId: 'i1' }, named)],
  ] as const)('an invoice is %s with the token of the account that it belongs to', (_, steps) => {
    const [sent] = play(steps, () => ({ status: 500, headers: {}, body: '' })).requests
    expect({ authenticated: sent?.authenticated, proof: sent?.headers.authorization }).toEqual({
      authenticated: false,
      proof,
    })
  })

  test("a card becomes a token of the receiver's account", () => {
    const card = { ...INPUTS.cardData, receiverId: 'CONTADORECEBEDOR' }
    const { requests } = play(iugu.tokenizeCard(card, context), () => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ id: 'tok_1' }),
    }))
    expect(requests.map((request) => bodyOf(request))).toMatchObject([{ account_id: 'CONTADORECEBEDOR' }])
  })
})
