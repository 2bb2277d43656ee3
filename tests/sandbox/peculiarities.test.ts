/** What only one provider does. */
import { describe, expect, it } from 'vitest'
import { account, at, basic, CPF, call, clientIdentity, create, REFERENCE } from './scenario.ts'
import { scenarioOf } from './scenarios.ts'
import { openReceiver, openSandbox, send } from './support.ts'

describe('MERCADOPAGO', () => {
  const scenario = scenarioOf('MERCADOPAGO')

  it('answers a repeated idempotency key with the first payment, whatever became of it', async () => {
    const api = await openSandbox()
    const first = await create(api, scenario)
    await api.act('MERCADOPAGO', first.id, 'pay')
    const again = await create(api, scenario)
    expect(again.answer.body).toEqual({ ...first.answer.body, date_last_updated: expect.any(String) })
    expect(await api.requests('MERCADOPAGO')).toEqual([
      { provider: 'MERCADOPAGO', reference: REFERENCE, count: 2, committed: 1 },
    ])
  })

  it('wants an idempotency key', async () => {
    const api = await openSandbox()
    const { path, body } = await scenario.creation(api, 'http://127.0.0.1:9/none')
    const headers = await scenario.login(api)
    const answer = await call(api, 'MERCADOPAGO', { method: 'POST', path, headers, body })
    expect([answer.status, answer.body.cause[0].code]).toEqual([400, 4292])
  })

  it('says why the bank refused a card, in its documented word', async () => {
    const api = await openSandbox()
    const token = await call(api, 'MERCADOPAGO', {
      method: 'POST',
      path: `/v1/card_tokens?public_key=${account(api, 'MERCADOPAGO').publicKey}`,
      headers: await scenario.login(api),
      body: {
        card_number: '4000000000000002',
        expiration_month: 8,
        expiration_year: 2031,
        security_code: '123',
        cardholder: { name: 'ANA SOUZA', identification: { type: 'CPF', number: CPF } },
      },
    })
    const { path, headers, body } = await scenario.creation(api, 'http://127.0.0.1:9/none')
    const { body: payment } = await call(api, 'MERCADOPAGO', {
      method: 'POST',
      path,
      headers: { ...(await scenario.login(api)), ...headers },
      body: {
        ...body,
        payment_method_id: 'visa',
        token: token.body.id,
        installments: 1,
        date_of_expiration: undefined,
      },
    })
    expect([payment.status, payment.status_detail]).toEqual(['rejected', 'cc_rejected_insufficient_amount'])
  })

  it('sends a picture of the code', async () => {
    const api = await openSandbox()
    const { answer } = await create(api, scenario)
    const image = String(at(answer.body, 'point_of_interaction.transaction_data.qr_code_base64'))
    expect(Buffer.from(image, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })
})

describe.each([
  ['ZENDRY', 1800],
  ['TREEAL', 3600],
] as const)('%s', (provider, seconds) => {
  it(`lets a token live for ${seconds} seconds`, async () => {
    let now = Date.now()
    const api = await openSandbox({ now: () => now })
    const scenario = scenarioOf(provider)
    const headers = await scenario.login(api)
    const { path } = scenario.unknownId
    now += (seconds - 1) * 1000
    expect((await call(api, provider, { path, headers })).status).toBe(scenario.unknownId.status)
    now += 1000
    expect((await call(api, provider, { path, headers })).status).toBe(401)
  })
})

describe('ZENDRY', () => {
  it.each([
    [{ authorization: 'Basic eDp5' }, { grant_type: 'client_credentials' }, 401],
    [{}, { grant_type: 'client_credentials' }, 401],
  ])('gives no token for %j', async (headers, body, status) => {
    const api = await openSandbox()
    const path = '/auth/generate_token'
    const answer = await call(api, 'ZENDRY', { method: 'POST', path, headers: headers as Record<string, string>, body })
    expect([answer.status, answer.body]).toEqual([status, { error: 'Unauthorized' }])
  })
})

describe('TREEAL', () => {
  it('speaks to no client without a certificate of its own authority', async () => {
    const api = await openSandbox()
    const { ca } = await clientIdentity(api)
    const foreign = await clientIdentity(await openSandbox())
    const url = `${api.tlsUrl}/treeal/oauth/token`
    await expect(send({ method: 'POST', url, tls: { ca } })).rejects.toThrow()
    await expect(send({ method: 'POST', url, tls: { ...foreign, ca } })).rejects.toThrow()
  })

  it('gives no token to another client', async () => {
    const api = await openSandbox()
    const body = { client_id: 'a', client_secret: 'b', grant_type: 'client_credentials' }
    const answer = await call(api, 'TREEAL', { method: 'POST', path: '/oauth/token', body })
    expect([answer.status, answer.body.detail]).toEqual([401, 'Credenciais inválidas APC-001'])
  })

  it('lists the charges of a period in pages', async () => {
    const api = await openSandbox()
    const scenario = scenarioOf('TREEAL')
    const ids = []
    for (let count = 0; count < 3; count++) ids.push((await create(api, scenario)).id)
    const headers = await scenario.login(api)
    const pageOf = (page: number) =>
      call(api, 'TREEAL', {
        path: `${scenario.find?.path(api)}&paginacao.itensPorPagina=2&paginacao.paginaAtual=${page}`,
        headers,
      })
    const pages = [await pageOf(0), await pageOf(1)]
    expect(pages.flatMap(({ body }) => body.cobs.map((cob: { txid: string }) => cob.txid)).sort()).toEqual(ids.sort())
    expect(pages[0]?.body.parametros.paginacao).toEqual({
      paginaAtual: 0,
      itensPorPagina: 2,
      quantidadeDePaginas: 2,
      quantidadeTotalDeItens: 3,
    })
    expect((await call(api, 'TREEAL', { path: '/cob', headers })).status).toBe(400)
  })

  it('tells of a returned payment in its own shape, and leaves the charge concluded', async () => {
    const api = await openSandbox()
    const { url, received } = await openReceiver()
    await api.control('PUT', '/webhook-addresses/TREEAL', { url })
    const scenario = scenarioOf('TREEAL')
    const { id } = await create(api, scenario)
    await api.act('TREEAL', id, 'pay')
    await api.act('TREEAL', id, 'refund')
    await expect.poll(() => received.length).toBe(2)
    const [returned] = received.filter(({ body }) => !body.pix)
    expect([returned?.body.type, returned?.body.data.txId]).toEqual(['REFUND', id])
    const { body } = await call(api, 'TREEAL', { path: scenario.readPath(id), headers: await scenario.login(api) })
    expect([body.status, body.pix[0].devolucoes[0].status]).toEqual(['CONCLUIDA', 'DEVOLVIDO'])
  })
})

describe('ASAAS', () => {
  it('refuses a buyer without a valid document', async () => {
    const api = await openSandbox()
    const headers = await scenarioOf('ASAAS').login(api)
    const body = { name: 'Ana', cpfCnpj: '11111111111' }
    const answer = await call(api, 'ASAAS', { method: 'POST', path: '/customers', headers, body })
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'invalid_cpfCnpj'])
  })

  it('shows a refused charge as deleted, its status as it was', async () => {
    const api = await openSandbox()
    const scenario = scenarioOf('ASAAS')
    const { id } = await create(api, scenario)
    await api.act('ASAAS', id, 'refuse')
    const { body } = await call(api, 'ASAAS', { path: scenario.readPath(id), headers: await scenario.login(api) })
    expect([body.status, body.deleted]).toEqual(['PENDING', true])
  })
})

describe('IUGU', () => {
  it("refuses an account's token until the account was sent to be verified", async () => {
    const api = await openSandbox()
    const post = (path: string, token: unknown, body: object) =>
      call(api, 'IUGU', { method: 'POST', path, headers: { authorization: basic(String(token), '') }, body })
    const master = account(api, 'IUGU').secretKey
    const { body: opened } = await post('/marketplace/create_account', master, { name: 'Ateliê' })
    const enable = () =>
      post('/accounts/configuration', opened.live_api_token, {
        pix: { active: true },
        credit_card: { active: true, installments: true },
      })
    expect((await enable()).status).toBe(401)
    const data = {
      price_range: 'Mais que R$ 500,00',
      physical_products: false,
      business_type: 'Ateliê',
      automatic_transfer: true,
      person_type: 'Pessoa Física',
      cpf: CPF,
      name: 'Ana Souza',
      address: 'Rua Um, 1',
      cep: '01310100',
      city: 'São Paulo',
      district: 'Bela Vista',
      state: 'SP',
      bank: 'Itaú',
      bank_ag: '1234',
      account_type: 'Corrente',
      bank_cc: '56789-0',
    }
    const photo = 'data:image/png;name=x.png;base64,iVBORw0KGgo='
    const files = { identification: photo, selfie: photo, address_proof: photo, balance_sheet: photo }
    const path = `/accounts/${opened.account_id}/request_verification`
    expect((await post(path, opened.user_token, { data, files })).status).toBe(200)
    expect((await enable()).status).toBe(200)
  })
})
