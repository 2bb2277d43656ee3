/** Lists as files: what is in them, for whom, and how long. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { addExport } from '../../db/queries/export/exports.ts'
import { auditLog, charges, disbursements, disputes, listExports, receivers } from '../../db/schema/index.ts'
import { listExportWorkflowId } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { addressOf, askForExport, madeExport, onExporting } from './exporting.ts'
import type { TestApi } from './support.ts'

let api: TestApi
onExporting((exporting) => {
  api = exporting.api
})

const seller = () => api.home.keys.seller

async function linesOf(payload: object, key = seller()): Promise<string[]> {
  const { id } = await madeExport(api, payload, key)
  const bytes = Buffer.from(await (await fetch(await addressOf(api, id, key))).arrayBuffer())
  // Excel knows the letters by these three bytes.
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.subarray(3).toString().split('\r\n')
  expect(lines.pop()).toBe('')
  return lines
}

describe('a file', () => {
  it('is what a Brazilian spreadsheet reads, and runs nothing of a stranger', async () => {
    const customer = { name: '=HYPERLINK("https://evil.example")', email: 'a@b.co', document: '52998224725' }
    const orderId = `00${Date.now()}`
    const paidAt = '2026-01-09T03:30:00.000Z'
    const made = { amount: 130_050, interest: 10_050, status: 'APPROVED' as const, paidAt }
    const { id } = await api.addCharge(api.home, { customer, orderId, ...made, attentionReasons: ['doublePayment'] })
    const [header, line, ...rest] = await linesOf({ resource: 'charges', filters: { orderId } })
    expect(header).toMatch(/^Cobrança;Situação;Atenção;Valor;Pago pelo cliente;Reembolsado;Moeda;/)
    expect(rest).toEqual([])
    expect(line).toMatch(`${id};Paga;paga duas vezes;1200,00;1300,50;0,00;BRL;Pix;1;`)
    await api.database.writer.update(charges).set({ paidAmount: 2200 }).where(eq(charges.id, id))
    const [, other] = await linesOf({ resource: 'charges', filters: { orderId } })
    expect(other).toMatch(`${id};Paga;paga duas vezes;1200,00;22,00;0,00;BRL;Pix;1;`)
    expect(line).toContain(`;"=""${orderId}""";"'=HYPERLINK(""https://evil.example"")";a@b.co;529.982.247-25;`)
    // São Paulo's clock, as the figures' days are.
    expect(line).toContain(';09/01/2026 00:30:00;')
  })

  it('says of a charge what was sold, where it goes, why it was refused, and what its seller noted', async () => {
    const orderId = uuidv7()
    const item = (title: string, quantity: number) => ({ title, quantity, unitPrice: 100 as never, tangible: true })
    const address = { address: 'Rua das Flores', number: '12 B', district: 'Centro', city: 'Belém', state: 'PA' }
    await api.addCharge(api.home, {
      orderId,
      customer: { name: 'Ana', email: 'a@b.co', document: '52998224725', phone: '11987654321' },
      items: [item('Café; moído', 2), item('=1+1', 1)],
      extras: { address: { ...address, zipCode: '66010000' } },
      failureMessage: '@SALDO "insuficiente"',
      metadata: { '-x': '=1', cor: 'azul' },
    })
    const failureMessage = 'The provider could not be reached (ECONNREFUSED)'
    await api.addCharge(api.home, { orderId, items: [], failureMessage, createdAt: '2020-01-01T00:00:00.000Z' })
    const [header, line, bare] = await linesOf({ resource: 'charges', filters: { orderId } })
    expect(header).toMatch(/;Itens;Telefone;Endereço de entrega;Última recusa;Metadados;/)
    const told = [
      '"2x Café; moído | 1x =1+1"',
      '"=""11987654321"""',
      '"Rua das Flores, 12 B - Centro - Belém, PA - 66010-000"',
      `"'@SALDO ""insuficiente"""`,
      "'-x: =1 | cor: azul",
    ]
    expect(line).toContain(told.map((cell) => `;${cell}`).join(''))
    // Words of ours are the reader's language.
    expect(bare).toMatch(/;;;;Não foi possível conectar ao provedor \(ECONNREFUSED\);;;;;$/)
  })

  it.each([
    ['pt-BR', ';', 'Produto;Oferta;Link de pagamento;Criada por', 'Comprador', 'Chave de API loja'],
    ['en', ',', 'Product,Offer,Payment link,Created by', 'Buyer', 'API key loja'],
  ])(
    'says in %s which product, offer and link a charge sold, and who made it',
    async (language, comma, names, buyer, key) => {
      const make = async (path: string, payload: object) =>
        (await api.call(seller(), 'POST', `/v1/${path}`, { payload })).json<{ id: string; slug: string }>()
      const { id: productId } = await make('products', { name: 'Curso de pão' })
      const offer = await make('offers', { productId, name: 'Turma da noite', price: 900, paymentMethods: ['PIX'] })
      const titled = await make('payment-links', { offerId: offer.id, title: '=Feira' })
      const untitled = await make('payment-links', { amount: 700 })
      const orderId = uuidv7()
      const told: [Parameters<TestApi['addCharge']>[1], string[]][] = [
        [
          { offerId: offer.id, paymentLinkId: titled.id, createdByUser: 'checkout' },
          ['Curso de pão', 'Turma da noite', "'=Feira", buyer],
        ],
        [{ paymentLinkId: untitled.id, createdByUser: 'checkout' }, ['', '', untitled.slug, buyer]],
        [{ offerId: offer.id, createdByUser: 'API key loja' }, ['Curso de pão', 'Turma da noite', '', key]],
        [{ createdByUser: 'ana@loja.example' }, ['', '', '', 'ana@loja.example']],
        [{}, ['', '', '', '']],
      ]
      for (const [sold] of told) await api.addCharge(api.home, { orderId, ...sold })
      const [header, ...lines] = await linesOf({
        resource: 'charges',
        language,
        filters: { orderId, sort: 'createdAt' },
      })
      expect(header).toMatch(new RegExp(`${comma}${names}$`))
      expect(lines.map((line) => line.split(comma).slice(-4))).toEqual(told.map(([, cells]) => cells))
    },
  )

  it('has what was paid on a day of São Paulo until it was asked for, in the order of payment', async () => {
    const paid = (orderId: string, createdAt: string, paidAt: string) =>
      api.addCharge(api.home, { orderId, createdAt, paidAt, status: 'APPROVED' })
    await paid('antes', '2025-09-30T12:00:00-03:00', '2025-09-30T23:59:59.999-03:00')
    await paid('primeira', '2025-09-30T12:00:00-03:00', '2025-10-01T00:00:00-03:00')
    await paid('segunda', '2025-09-29T12:00:00-03:00', '2025-10-01T23:59:59.999-03:00')
    await paid('depois', '2025-10-01T12:00:00-03:00', '2025-10-02T00:00:00-03:00')
    await paid('amanhã', '2025-10-01T12:00:00-03:00', new Date(Date.now() + 86_400_000).toISOString())
    const orders = async (filters: object) =>
      (await linesOf({ resource: 'charges', filters })).flatMap(
        (line) => /antes|primeira|segunda|depois|amanhã/.exec(line)?.[0] ?? [],
      )
    const day = { paidFrom: '2025-10-01', paidTo: '2025-10-01' }
    expect(await orders(day)).toEqual(['segunda', 'primeira'])
    expect(await orders({ ...day, sort: 'paidAt' })).toEqual(['primeira', 'segunda'])
    expect(await orders({ ...day, sort: 'createdAt' })).toEqual(['segunda', 'primeira'])
    expect(await orders({ paidFrom: '2025-10-01', createdTo: '2025-12-31' })).toEqual(['depois', 'segunda', 'primeira'])
  })

  it('speaks English to who asks for it', async () => {
    const orderId = uuidv7()
    const failureMessage = 'The provider could not be reached (ECONNREFUSED)'
    await api.addCharge(api.home, { orderId, amount: 123_456, failureMessage })
    const [header, line] = await linesOf({ resource: 'charges', filters: { orderId }, language: 'en' })
    const [row] = await api.database.writer.select().from(listExports)
    await keepHistory(api.temporal, listExportWorkflowId(row?.id ?? ''), 'export-ready')
    expect(header).toMatch(/^Charge,Status,Attention,Amount,/)
    expect(line).toContain(',Pending,,1234.56,,0.00,')
    expect(line).toContain(`,${failureMessage},`)
  })

  it('has every one of a long list once, in the order of the list', async () => {
    const orderId = uuidv7()
    const many = 1_203
    const { id: _id, ...row } = await api.addCharge(api.home, { orderId })
    const rows = Array.from({ length: many - 1 }, () => ({ ...row, id: uuidv7(), checkoutToken: uuidv7() }))
    const { attention: _generated, ...first } = rows[0] ?? row
    await api.database.writer
      .insert(charges)
      .values(rows.map((each) => ({ ...first, id: each.id, checkoutToken: each.checkoutToken })))
    const [, ...lines] = await linesOf({ resource: 'charges', filters: { orderId, sort: 'createdAt' } })
    const ids = lines.map((line) => line.split(';')[0] ?? '')
    expect(ids).toHaveLength(many)
    expect(ids).toEqual([...new Set(ids)].sort())
    const { rows: counted, bytes } = (await api.call(seller(), 'GET', '/v1/exports')).json().data[0]
    expect(counted).toBe(many)
    expect(bytes).toBeGreaterThan(many * 36)
  })

  it.each([
    ['refunds', 'Reembolso;Cobrança;Situação;', ';Em andamento;;12,34;BRL;Pix;Pedido aqui;Maria Silva;'],
    ['withdrawals', 'Saque;Situação;Atenção;', ';Em andamento;;77,00;Pix;"=""52998224725""";Ana;529.982.247-25;'],
    ['receivers', 'Recebedor;Nome;', ';ASAAS;'],
    ['customers', 'Cliente;Nome;', ';Maria Silva;maria@example.com;529.982.247-25;'],
    ['disputes', 'Contestação;Cobrança;', ';Maria Silva;MED (Pix);Aberta;50,00;BRL;Pix;'],
  ])('of %s', async (resource, header, contents) => {
    const { platformId } = api.home
    const { id: chargeId } = await api.addCharge(api.home)
    const { id: providerAccountId } = await api.addAccount(api.home, 'ASAAS')
    const { writer } = api.database
    const destination = { pixKey: '52998224725', pixType: 'CPF' as const, name: 'Ana', document: '52998224725' }
    await writer.insert(disbursements).values([
      { platformId, kind: 'refund', chargeId, amount: 1234 },
      { platformId, kind: 'withdrawal', method: 'PIX', amount: 7700, destination },
    ])
    await writer.insert(receivers).values({ ...RECEIVER_ROW, platformId, providerAccountId, provider: 'ASAAS' })
    await writer.insert(disputes).values({ platformId, chargeId, kind: 'MED', amount: 5000, currency: 'BRL' })
    const [first, ...lines] = await linesOf({ resource })
    expect(first).toContain(header)
    expect(lines.join('\n')).toContain(contents)
    expect(new Set(lines.map((line) => line.split(';').length))).toEqual(new Set([first?.split(';').length]))
  })
})

describe('the audit log', () => {
  const admin = () => api.home.keys.admin
  const add = (entries: object[]) =>
    api.database.writer.insert(auditLog).values(
      entries.map((entry) => ({
        platformId: api.home.platformId,
        at: '2026-03-01T12:00:00.000Z',
        actor: '=cmd@loja.example',
        action: 'apiKey.create' as const,
        target: 'api-key/1',
        ...entry,
      })),
    )

  it('is in its file to the last entry, in the words of its page, and between the days that were asked for', async () => {
    const many = Array.from({ length: 1_100 }, (_, at) => ({ target: `api-key/${at}`, ip: '192.0.2.7' }))
    await add([...many, { at: '2026-03-02T12:00:00.000Z', target: 'api-key/later' }])
    const filters = { action: 'apiKey.create', from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }
    const [header, ...lines] = await linesOf({ resource: 'audit-log', filters }, admin())
    expect(header).toBe('Quando;Autor;Ação;Alvo;Origem;Detalhe')
    expect(new Set(lines.map((line) => line.split(';')[3]))).toEqual(new Set(many.map(({ target }) => target)))
    expect(lines[0]).toMatch(
      /^01\/03\/2026 09:00:00;'=cmd@loja\.example;Chave de API criada;api-key\/\d+;192\.0\.2\.7;$/,
    )
    const actor = 'API key TRILHO_ADMIN_API_KEY'
    await add([{ actor, detail: { name: 'Loja; 2' } }])
    const [, newest] = await linesOf({ resource: 'audit-log', filters: { actor } }, admin())
    expect(newest).toContain(';Chave da instalação;')
    expect(newest).toContain(';"{""name"":""Loja; 2""}"')
  })

  it.each(['seller', 'operator'] as const)(
    'is no file for a %s, nor is one shown that an administrator made',
    async (role) => {
      const key = api.home.keys[role]
      const { id } = await madeExport(api, { resource: 'audit-log' }, admin())
      expect((await askForExport(api, { resource: 'audit-log' }, key)).json()).toMatchObject({ code: 'forbidden' })
      expect((await api.call(key, 'GET', `/v1/exports/${id}`)).statusCode).toBe(404)
      expect((await api.call(key, 'GET', `/v1/exports/${id}/download`)).statusCode).toBe(404)
      expect((await api.call(key, 'GET', '/v1/exports')).json().data).toEqual([])
      expect((await api.call(admin(), 'GET', '/v1/exports')).json().data).toMatchObject([{ id }])
    },
  )
})

describe('the address of a file', () => {
  it('is good for every holder of it, and for that file alone', async () => {
    const { id } = await madeExport(api, { resource: 'charges', filters: { orderId: uuidv7() } })
    const other = await madeExport(api, { resource: 'charges', filters: { orderId: uuidv7() } })
    const url = await addressOf(api, id)
    const given = await fetch(url)
    expect(given.status).toBe(200)
    expect(given.headers.get('content-disposition')).toMatch(
      /^attachment; filename="trilho-charges-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(given.headers.get('cache-control')).toContain('no-store')
    expect((await fetch(url.replace(id, other.id))).status).toBe(401)
    const late = new URL(url)
    late.searchParams.set('expires', String(Date.now() + 3_600_000))
    expect((await fetch(late)).status).toBe(401)
  })

  it('is noted', async () => {
    const { id } = await madeExport(api, { resource: 'receivers' })
    await addressOf(api, id)
    const noted = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `export/${id}`))
      .orderBy(auditLog.at)
    expect(noted.map(({ action, actor }) => [action, actor])).toEqual([
      ['export.create', 'API key seller'],
      ['export.download', 'API key seller'],
    ])
  })
})

describe('what is asked for', () => {
  it.each([
    [{ resource: 'charges', filters: { status: 'NOTHING' } }, '/filters/status'],
    [{ resource: 'charges', filters: { limit: '5' } }, '/filters/limit'],
    [{ resource: 'disputes', filters: { createdFrom: 'yesterday' } }, '/filters/createdFrom'],
    [{ resource: 'users' }, '/resource'],
  ])('%j is refused by name', async (payload, path) => {
    const answer = await askForExport(api, payload)
    expect(answer.json()).toMatchObject({ status: 400, code: 'malformed_request' })
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(path)
  })

  it('waits for its turn when as many as may be are under way', async () => {
    for (let at = 0; at < 5; at += 1) {
      const { platformId } = api.home
      await addExport(api.database.writer, {
        platformId,
        resource: 'charges',
        filters: {},
        language: 'en',
        folder: uuidv7(),
        createdBy: 'x',
      })
    }
    expect((await askForExport(api, { resource: 'charges' })).json()).toMatchObject({ status: 409 })
    expect((await askForExport(api, { resource: 'charges' }, api.other.keys.seller)).statusCode).toBe(201)
  })
})

it('a customer who is erased is in no file any more', async () => {
  const customer = { name: 'Zoe', email: 'zoe@example.com', document: '15350946056' }
  const { customerId } = await api.addCharge(api.home, { customer, status: 'APPROVED' })
  const { id } = await madeExport(api, { resource: 'customers' })
  const url = await addressOf(api, id)
  const erased = await api.call(api.home.keys.operator, 'DELETE', `/v1/customers/${customerId}`)
  expect(erased.statusCode).toBe(204)
  expect((await fetch(url)).status).toBe(404)
})
