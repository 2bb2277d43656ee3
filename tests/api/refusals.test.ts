/** What the product refuses by itself is said in the specification's words, with 422, before a row is written or a byte sent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPANY, RECEIVER } from '../support/receivers.ts'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'
import {
  bank,
  CARDS,
  CHARGES,
  CONNECTED,
  type Code,
  INCOME_MISSING,
  PAPERS,
  PARTS,
  RECEIVERS,
  WITHDRAWALS,
} from './refused.ts'

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

/** A paper that the platform has uploaded, as POST /v1/receivers takes it. */
async function paper(): Promise<string> {
  const answer = await api.call(seller(), 'POST', '/v1/uploads', {
    payload: { fileName: 'foto.png', contentType: 'image/png', purpose: 'photoDocument' },
  })
  return answer.json().publicUrl
}

describe('a receiver', () => {
  it.each(RECEIVERS)('%s is refused by %s', async (_, code, changes, detail) => {
    expect(await refused('/v1/receivers', code, { ...RECEIVER, ...changes })).toMatchObject({ status: 422, detail })
  })

  it('without an income is a bad request to ASAAS', async () => {
    expect(await refused('/v1/receivers', 'ASAAS', RECEIVER)).toMatchObject({
      status: 400,
      code: 'malformed_request',
      detail: INCOME_MISSING,
      errors: [{ path: '/providerData/incomeValue', message: INCOME_MISSING }],
    })
  })

  it.each(PAPERS)('without %s is refused by IUGU: %s', async (missing, detail) => {
    const url = await paper()
    const documents = Object.fromEntries(PAPERS.flatMap(([name]) => (name === missing ? [] : [[name, url]])))
    expect(await refused('/v1/receivers', 'IUGU', { ...RECEIVER, ...COMPANY, documents })).toMatchObject({
      status: 422,
      detail,
      errors: [{ path: `/documents/${missing}`, message: detail }],
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

  it('that was never opened: Receiver not found.', async () => {
    const answer = await api.call(seller(), 'GET', '/v1/receivers/0199b5a2-c3d4-7e5f-8a1b-2c3d4e5f6a7b')
    expect(answer.json()).toMatchObject({ status: 404, detail: 'Receiver not found.' })
  })
})

const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

describe('a withdrawal', () => {
  it.each(WITHDRAWALS)('%s is refused by %s', async (_, code, changes, detail) => {
    expect(await refused('/v1/withdrawals', code, { ...PIX, ...changes })).toMatchObject({ status: 422, detail })
  })

  it('goes to the account that can make it when none is named', async () => {
    const answer = await api.call(seller(), 'POST', '/v1/withdrawals', { payload: { ...PIX, amount: 0 } })
    expect(answer.statusCode).toBe(422)
  })
})

it.each(PARTS)('what is wrong of %s at %s is named: %s', async (route, code, path, changes) => {
  const whole = { receivers: RECEIVER, cards: NEW_CARD, charges: NEW_CHARGE }[route]
  const answer = await refused(`/v1/${route}`, code, { ...whole, ...changes })
  expect(answer).toMatchObject({ status: 422, errors: [{ path, message: answer.detail }] })
})

describe('a charge', () => {
  it.each(CHARGES)('%s is refused by %s', async (_, code, changes, detail) => {
    expect(await refused('/v1/charges', code, { ...NEW_CHARGE, ...changes })).toMatchObject({ status: 422, detail })
  })
})

describe('a card at LYNXPAY', () => {
  it('of which nothing is said is refused: card é obrigatório.', async () => {
    const { holderDocument } = NEW_CARD
    const nothing = { cardNumber: '', holderName: '', expMonth: '', expYear: '', cvv: '' }
    for (const said of [nothing, {}])
      expect(await refused('/v1/cards', 'LYNXPAY', { holderDocument, ...said })).toMatchObject({
        status: 422,
        detail: 'card é obrigatório.',
      })
  })

  it.each(CARDS)('without %s is refused as an empty one is', async (field) => {
    const { [field]: _, ...others } = NEW_CARD
    const empty = await refused('/v1/cards', 'LYNXPAY', { ...others, [field]: '' })
    expect(empty).toMatchObject({ status: 422, detail: expect.stringMatching(`^card\\.${field} é `) })
    expect(await refused('/v1/cards', 'LYNXPAY', others)).toEqual({ ...empty, requestId: expect.anything() })
  })

  it.each(CARDS)('whose %s is %j is refused', async (field, value, detail) => {
    expect(await refused('/v1/cards', 'LYNXPAY', { ...NEW_CARD, [field]: value })).toMatchObject({
      status: 422,
      detail,
    })
  })
})
