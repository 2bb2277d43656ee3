/** What the product refuses by itself is said in the specification's words, with 422, before a row is written or a byte sent. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPANY, RECEIVER } from '../support/receivers.ts'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const CONNECTED = [
  ...['ASAAS', 'IUGU', 'ABMEXSPLIT', 'TREEAL', 'PODPAY', 'RAPDYN', 'LYNXPAY', 'PAGUESAFE', 'BRAVIVE'],
  ...['SYNCPAY', 'VELTRAX', 'VEXYPAYMENTS', 'OWENPAY', 'LEXXEN', 'PLUGGOU', 'FLOW2PAY', 'TRANSFEERA'],
] as const
type Code = (typeof CONNECTED)[number]

let api: ChargingApi
let directory: string
const accounts = {} as Record<Code, string>
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-refusals-'))
  api = await startChargingApi({ settings: { storage: { type: 'local', directory } }, startWorker: false })
  for (const code of CONNECTED) accounts[code] = (await api.connect(code)).id
})
afterAll(async () => {
  await api?.close()
  rmSync(directory, { recursive: true, force: true })
})

const seller = () => api.home.keys.seller
async function rows(): Promise<unknown> {
  const counted = await api.database.writer.execute(sql`
    SELECT (SELECT count(*) FROM charges) AS charges, (SELECT count(*) FROM disbursements) AS disbursements,
      (SELECT count(*) FROM receivers) AS receivers, (SELECT count(*) FROM cards) AS cards`)
  return counted[0]
}
/** @returns the problem, after having made sure that it left nothing behind. */
async function refused(path: string, code: Code, payload: object) {
  const before = await rows()
  const body = { ...payload, providerAccountId: accounts[code] }
  const answer = await api.call(seller(), 'POST', path, { payload: body })
  expect(await rows()).toEqual(before)
  return answer.json() as { status: number; detail?: string; errors?: { path: string; message: string }[] }
}

const bank = (changes: object) => ({ bankAccount: { ...RECEIVER.bankAccount, ...changes } })

/** A paper that the platform has uploaded, as POST /v1/receivers takes it. */
async function paper(): Promise<string> {
  const answer = await api.call(seller(), 'POST', '/v1/uploads', {
    payload: { fileName: 'foto.png', contentType: 'image/png', purpose: 'photoDocument' },
  })
  return answer.json().publicUrl
}
const PAPERS = [
  ['photoDocument', 'Foto do documento é obrigatório.'],
  ['photoPersonWithDocument', 'Foto do documento com pessoa é obrigatório.'],
  ['addressProof', 'Comprovante de endereço é obrigatório.'],
  ['balanceSheet', 'Balanço patrimonial é obrigatório.'],
  ['photoDocumentSocialContract', 'Contrato social é obrigatório.'],
] as const

describe('a receiver', () => {
  it.each<[string, Code, object, string]>([
    ['without an income', 'ASAAS', {}, 'Adquirente requer campo de renda mensal.'],
    ['that is a person', 'ABMEXSPLIT', {}, 'Adquirente não aceita CPF'],
    [
      'at a bank that is not served',
      'ABMEXSPLIT',
      { ...COMPANY, ...bank({ bankCode: '999' }) },
      'Banco não suportado, tente outro.',
    ],
    [
      'at a bank whose code is none',
      'ABMEXSPLIT',
      { ...COMPANY, ...bank({ bankCode: '34A' }) },
      'Banco não suportado, tente outro.',
    ],
    [
      'at a bank that takes no branch digit',
      'ABMEXSPLIT',
      { ...COMPANY, ...bank({ bankCode: '001', branchDigit: '3' }) },
      'Banco não suportado, tente outro.',
    ],
    [
      'with another document than a CPF or a CNPJ',
      'ASAAS',
      { documentType: 'RG', providerData: { incomeValue: 5000 } },
      'Tipo de documento não encontrado.',
    ],
  ])('%s is refused by %s', async (_, code, changes, detail) => {
    expect(await refused('/v1/receivers', code, { ...RECEIVER, ...changes })).toMatchObject({ status: 422, detail })
  })

  it.each(PAPERS)('without %s is refused by IUGU: %s', async (missing, detail) => {
    const url = await paper()
    const documents = Object.fromEntries(PAPERS.flatMap(([name]) => (name === missing ? [] : [[name, url]])))
    expect(await refused('/v1/receivers', 'IUGU', { ...RECEIVER, ...COMPANY, documents })).toMatchObject({
      status: 422,
      detail,
    })
  })

  it('at a bank that IUGU does not know is refused', async () => {
    const url = await paper()
    const documents = Object.fromEntries(PAPERS.map(([name]) => [name, url]))
    for (const bankCode of ['999', '34', 'nenhum', 'constructor']) {
      const payload = { ...RECEIVER, documents, ...bank({ bankCode }) }
      expect(await refused('/v1/receivers', 'IUGU', payload)).toMatchObject({
        status: 422,
        detail: 'Banco não suportado, tente outro.',
      })
    }
  })

  it('that nobody has opened is not found', async () => {
    const answer = await api.call(seller(), 'GET', '/v1/receivers/0199b5a2-c3d4-7e5f-8a1b-2c3d4e5f6a7b')
    expect(answer.json()).toMatchObject({ status: 404, detail: 'Receiver not found.' })
  })
})

const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

describe('a withdrawal', () => {
  it.each<[string, Code, object, string]>([
    ['that names no receiver', 'TREEAL', {}, 'Unauthorized.'],
    ['that names no receiver', 'PODPAY', {}, 'Unauthorized.'],
    ["that names another receiver than the platform's", 'TREEAL', { receiverId: 're_alheio' }, 'Unauthorized.'],
    ['to a CPF of ten digits', 'RAPDYN', { pixKey: '5299822472' }, 'CPF inválido, deve conter 11 dígitos.'],
    ['to a CNPJ of eleven digits', 'RAPDYN', { pixType: 'CNPJ' }, 'CNPJ inválido, deve conter 14 dígitos.'],
    [
      'to a phone of nine digits',
      'RAPDYN',
      { pixType: 'PHONE', pixKey: '987654321' },
      'Telefone inválido, número de dígitos incorreto.',
    ],
    ['to a bank account', 'BRAVIVE', BANK_ACCOUNT(), 'Not implemented yet.'],
    [
      'of a receiver',
      'BRAVIVE',
      { paymentMethod: 'RECEIVER', receiverId: 're_1' },
      'Unsupported payment method type for Bravive.',
    ],
  ])('%s is refused by %s', async (_, code, changes, detail) => {
    expect(await refused('/v1/withdrawals', code, { ...PIX, ...changes })).toMatchObject({ status: 422, detail })
  })

  it('goes to the account that can make it when none is named', async () => {
    const answer = await api.call(seller(), 'POST', '/v1/withdrawals', { payload: { ...PIX, amount: 0 } })
    expect(answer.statusCode).toBe(422)
  })
})

function BANK_ACCOUNT() {
  return {
    paymentMethod: 'BANK_ACCOUNT',
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '567890',
    accountHolder: 'Ana Souza',
    accountDocument: '529.982.247-25',
  }
}

describe('a charge', () => {
  const card = { paymentMethod: 'CREDIT_CARD' }
  const billet = { paymentMethod: 'BILLET' }
  const splits = [{ recipientId: 're_1', amount: 10, type: 'PERCENTAGE' }]
  it.each<[string, Code, object, string]>([
    ['by card without a card', 'LYNXPAY', card, 'Card token is required for credit card payments.'],
    ['by card', 'BRAVIVE', card, 'Credit card not implemented'],
    ['by boleto', 'BRAVIVE', billet, 'Unsupported payment method type for Bravive.'],
    ['by card', 'SYNCPAY', card, 'Payment method not supported'],
    ['by boleto', 'VELTRAX', billet, 'Payment method not supported'],
    ['by card', 'VEXYPAYMENTS', card, 'Invalid payment method'],
    ['by card', 'OWENPAY', card, 'Método de pagamento não suportado'],
    ['by boleto', 'LEXXEN', billet, 'Tipo de transação não suportado.'],
    ['by boleto', 'PLUGGOU', billet, 'Boleto not implemented'],
    ['by card', 'FLOW2PAY', card, 'Unsupported payment method'],
    ['by card', 'TRANSFEERA', card, 'Method not implemented.'],
    ['that is split', 'BRAVIVE', { splits }, 'Method not implemented.'],
    ['that is split by percentage', 'PAGUESAFE', { splits }, 'Method not implemented.'],
  ])('%s is refused by %s', async (_, code, changes, detail) => {
    expect(await refused('/v1/charges', code, { ...NEW_CHARGE, ...changes })).toMatchObject({ status: 422, detail })
  })
})

describe('a card at LYNXPAY', () => {
  it('of which nothing is said is refused: card é obrigatório.', async () => {
    const nothing = { cardNumber: '', holderName: '', expMonth: '', expYear: '', cvv: '' }
    expect(await refused('/v1/cards', 'LYNXPAY', { ...NEW_CARD, ...nothing })).toMatchObject({
      status: 422,
      detail: 'card é obrigatório.',
    })
  })

  it.each([
    ['cardNumber', '', 'card.cardNumber é obrigatório.'],
    ['holderName', 'MARIA', 'card.holderName é inválido. Obrigatório nome e sobrenome.'],
    ['expMonth', '007', 'card.expMonth é inválido. Precisa ser menor ou igual a 2 caracteres.'],
    ['expYear', '039', 'card.expYear é inválido. Precisa ter 4 caracteres.'],
    ['cvv', '73', 'card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.'],
  ])('whose %s is %j is refused', async (field, value, detail) => {
    expect(await refused('/v1/cards', 'LYNXPAY', { ...NEW_CARD, [field]: value })).toMatchObject({
      status: 422,
      detail,
    })
  })
})
