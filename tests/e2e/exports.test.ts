/** The files that lists were exported to. */
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('an exported file says what it was narrowed by in the words of its list', async () => {
  const name = 'Mariana Duarte'
  const { id: chargeId, customerId } = await make<{ id: string; customerId: string }>(product, '/v1/charges', {
    amount: 14_990,
    paymentMethod: 'PIX',
    customer: { name, email: 'cliente@exemplo.com.br', document: '11144477735' },
    providerAccountId: await product.accountAt('ASAAS'),
  })
  const wanted = [
    [
      'charges',
      { q: 'Ana', status: 'APPROVED', paymentMethod: 'PIX', provider: 'PAGUESAFE', sort: 'createdAt', orderId: '7' },
    ],
    ['charges', { customerId, needsAttention: 'true', figure: 'approved', currency: 'BRL' }],
    ['refunds', { state: 'PENDING', chargeId, needsAttention: 'false' }],
    ['withdrawals', { status: 'CANCELED', paymentMethod: 'PIX', withdrawReference: 'saque-9' }],
    ['disputes', { state: 'OPEN', kind: 'MED' }],
  ] as const
  for (const [resource, filters] of wanted) {
    expect((await product.call('POST', '/v1/exports', { resource, filters })).status).toBe(201)
  }
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/exports')
  await page.getByText(name).waitFor()
  await page.getByText('PagueSafe').waitFor()
  const shown = await page.locator('tbody tr > :first-child span span').allTextContents()
  expect(shown.slice(0, 5).map((words) => words.split(' · ').sort())).toEqual([
    ['Aberta', 'MED (Pix)'],
    ['Cancelado', 'Pix', 'referência saque-9'],
    ['Em andamento', 'Não precisam de atenção', `cobrança ${chargeId.slice(0, 8)}…${chargeId.slice(-6)}`],
    ['Precisam de atenção', 'Recebido', name, 'em BRL'].sort(),
    ['Paga', 'PagueSafe', 'Pix', 'busca “Ana”', 'pedido 7'],
  ])
  expect(await seriousFindings(page)).toEqual([])
  // Five may be under way, and the next test asks for more.
  await expect.poll(() => page.getByText('Pronto', { exact: true }).count()).toBe(wanted.length)
  expect(complaints).toEqual([])
  await page.context().close()
  // On a phone each number has its name.
  const { page: phone } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await phone.goto('/exports')
  const card = phone.getByRole('listitem').filter({ hasText: 'pedido 7' })
  await card.getByRole('button', { name: 'Baixar Cobranças' }).waitFor()
  expect(await card.getByRole('term').allTextContents()).toEqual(['Linhas', 'Guardado até'])
  expect(await seriousFindings(phone)).toEqual([])
})

test('exported files beyond the first page are reached', async () => {
  const wanted = { resource: 'charges', language: 'pt-BR' }
  const make = async () => {
    const { status, body } = await product.call<{ id: string }>('POST', '/v1/exports', wanted)
    expect(status).toBe(201)
    const state = async () => (await product.call<{ state: string }>('GET', `/v1/exports/${body.id}`)).body.state
    await expect.poll(state).toBe('READY')
  }
  // Five may be under way.
  for (let made = 0; made < 26; made += 4) await Promise.all(Array.from({ length: 4 }, make))
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/exports')
  const files = page.getByRole('button', { name: 'Baixar Cobranças' })
  await files.first().waitFor()
  expect(await files.count()).toBe(25)
  await page.getByRole('button', { name: 'Carregar mais' }).click()
  await expect.poll(() => files.count()).toBeGreaterThan(25)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a list of many batches and of more than one part is a file that a Brazilian Excel reads, from the button to the download', async () => {
  const many = 5_001
  const actor = 'lote@loja.example'
  const sql = postgres(product.addresses.database, { max: 1 })
  await sql`INSERT INTO audit_log (id, platform_id, at, actor, action, target, detail)
    SELECT gen_random_uuid(), platform_id, timestamptz '2026-03-01 12:00Z', ${actor}, 'apiKey.create', 'api-key/' || line,
      jsonb_build_object('name', 'Loja; ' || repeat('ção', 300))
    FROM provider_accounts, generate_series(1, ${many}) line WHERE id = ${await product.accountAt('PAGUESAFE')}`
  await sql.end()
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto(`/audit-log?actor=${actor}`)
  await page
    .getByText(/^Chave \d+$/)
    .first()
    .waitFor()
  const [asked] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/v1/exports') && answer.request().method() === 'POST'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ])
  expect(asked.status()).toBe(201)
  await page.goto('/exports')
  const file = page.getByRole('row').filter({ hasText: actor })
  await file.getByText('Pronto').waitFor()
  await file.getByText('5.001', { exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Baixar Auditoria' }).click(),
  ])
  const bytes = await readFile(await download.path())
  // A part is written out at four million characters.
  expect(bytes.length).toBeGreaterThan(5_000_000)
  const [header, ...lines] = bytes.toString('utf8').split('\r\n')
  expect(header).toBe('\uFEFFQuando;Autor;Ação;Alvo;Origem;Detalhe')
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(many)
  const detail = `"{""name"":""Loja; ${'ção'.repeat(300)}""}"`
  const wanted = Array.from(
    { length: many },
    (_, line) => `01/03/2026 09:00:00;${actor};Chave de API criada;api-key/${line + 1};;${detail}`,
  )
  expect(lines.sort()).toEqual(wanted.sort())
  expect(complaints).toEqual([])
  await page.context().close()
})
