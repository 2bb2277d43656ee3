/** What the search finds that has no words of its own: by its id, by its name among few, and what is done from every page. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitFor } from '../../scripts/support/wait.ts'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { seriousFindings, visit } from './browser.ts'
import { enter, PASSWORD } from './signing-in.ts'
import { onStage } from './stage.ts'

interface Row {
  id: string
}

let product: TestProduct
let browser: Browser
const ids = { received: '', delivery: '', entry: '', file: '' }
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const providerAccountId = await product.accountAt('ASAAS')
  await make(product, '/v1/webhook-endpoints', { url: 'https://loja.example/avisos', events: ['*'] })
  const customer = { name: 'Mariana Duarte', email: 'cliente@exemplo.com.br', document: '11144477735' }
  await pay(product, await charged(product, { amount: 14_990, paymentMethod: 'PIX', customer, providerAccountId }))
  ids.received = await first('/v1/webhook-events')
  ids.delivery = await first('/v1/webhook-deliveries')
  ids.file = (await make<Row>(product, '/v1/exports', { resource: 'charges' })).id
  ids.entry = await first('/v1/audit-log?action=webhookEndpoint.create')
})

async function first(path: string): Promise<string> {
  const newest = async () => (await product.call<{ data: Row[] }>('GET', path)).body.data[0]
  return (await waitFor(newest, { what: `The first of ${path}`, timeoutMs: 120_000 })).id
}

async function search(page: Page, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  // One that is closing takes no words any more.
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await field.fill(words)
}

test('a webhook, a delivery, an entry of the audit log and a file are found by their ids, and opened where they stand', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').first().waitFor()
  for (const [id, option, path] of [
    [ids.received, /^Webhooks recebidos: Asaas/, `/webhook-events?open=${ids.received}`],
    [
      ids.delivery.toUpperCase(),
      /^Webhooks enviados: Cobrança (criada|paga)/,
      `/webhook-deliveries?open=${ids.delivery}`,
    ],
    [ids.entry, /^Auditoria: Endpoint criado/, `/audit-log?open=${ids.entry}`],
  ] as const) {
    await search(page, id)
    await page.getByRole('option', { name: option }).click()
    await expect.poll(() => page.url().replace(product.addresses.app, '')).toBe(path)
    await page.getByRole('dialog').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await search(page, ids.file)
  await page.getByRole('option', { name: /^Arquivos exportados: Cobranças/ }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/exports')
  await page.context().close()
})

test('a seller finds none of what operators and administrators see, and asks for none of it', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').first().waitFor()
  await search(page, ids.received)
  await page.getByText('Nada encontrado', { exact: true }).waitFor()
  expect(asked.filter((path) => /webhook|audit|reconciliation/.test(path))).toEqual([])
  for (const action of ['conciliar agora', 'segredo']) {
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(action)
    await page.getByText('Nada encontrado', { exact: true }).waitFor()
  }
  expect(complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([])
  await page.context().close()
})

test('what is done to one of many is found by its name, and leads to where they are', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').first().waitFor()
  for (const [words, option, path] of [
    ['simular', 'Fazer: Simular por qual conta passaria uma cobrança', '/routing'],
    ['repetir webhook', 'Fazer: Repetir um webhook recebido', '/webhook-events'],
    ['reenviar o aviso', 'Fazer: Reenviar um aviso', '/webhook-deliveries'],
    ['apagar cliente', 'Fazer: Apagar os dados de um cliente', '/customers'],
    ['webhooks enviados', 'Ir para: Webhooks enviados', '/webhook-deliveries'],
    ['testar endpoint', 'Ir para: Endpoints', '/webhook-endpoints'],
    ['pausar oferta', 'Ir para: Produtos e ofertas', '/offers'],
    ['tentar de novo', 'Ir para: Precisam de atenção', '/attention'],
    ['encerrar as outras sessões', 'Ir para: Seu acesso', '/profile'],
  ] as const) {
    await search(page, words)
    await page.getByRole('option', { name: option, exact: true }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a saved filter, a file and what a user has done are found by their names', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges?status=APPROVED')
  await page.getByRole('button', { name: 'Salvar filtro' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Pagas da semana')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar filtro' }).click()
  await page.getByRole('link', { name: 'Pagas da semana' }).waitFor()
  await page.goto('/customers')
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await search(page, 'pagas da semana')
  await page.getByRole('option', { name: /^Filtros salvos: Pagas da semana Cobranças$/ }).click()
  await expect.poll(() => page.url().replace(product.addresses.app, '')).toBe('/charges?status=APPROVED')

  await product.call('POST', '/v1/users', {
    name: 'Úrsula Prado',
    email: 'ursula@loja.example',
    password: PASSWORD,
    role: 'seller',
  })
  await page.goto('/customers')
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await search(page, 'ursula')
  await page.getByRole('option', { name: /^Auditoria: Úrsula Prado/ }).click()
  await expect.poll(() => page.url().replace(product.addresses.app, '')).toBe('/audit-log?actor=ursula%40loja.example')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('test data, another platform and a new one are reached by name from every page', async () => {
  const email = 'zelia@outra.example'
  await product.call('POST', '/v1/users', { name: 'Zélia', email, password: PASSWORD, role: 'admin' })
  const { page } = await visit(browser, product.addresses.app, {})
  await page.goto('/sign-in?next=/customers')
  await enter(page, email)
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  const run = async (action: string) => {
    // The keys work once the page is there.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await search(page, action)
    await page.getByRole('option', { name: `Fazer: ${action}`, exact: true }).click()
  }
  await run('Nova plataforma')
  const dialog = page.getByRole('dialog', { name: 'Nova plataforma' })
  await dialog.getByRole('textbox').first().fill('Segunda loja')
  expect(await seriousFindings(page)).toEqual([])
  const create = dialog.getByRole('button', { name: 'Criar plataforma' })
  await create.click()
  // An administrator has chosen the password.
  await dialog.getByLabel('Senha atual').fill(PASSWORD)
  await dialog.getByLabel('Nova senha').fill('a password of my own')
  await dialog.getByRole('button', { name: 'Trocar senha' }).click()
  await create.click()
  await page.waitForURL((url) => url.pathname.startsWith('/p/'))
  const { name } = (await product.call<{ data: { name: string }[] }>('GET', '/v1/platforms')).body.data[0] ?? {}
  await run(`Mudar para ${name}`)
  await page.waitForURL((url) => !url.pathname.startsWith('/p/'))
  await run('Mudar para Segunda loja')
  await page.waitForURL((url) => url.pathname.startsWith('/p/'))
  await page.goto('/customers')
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await run('Ver dados de teste')
  await page.waitForURL((url) => url.pathname === '/test/customers')
  await run('Sair do modo teste')
  await page.waitForURL((url) => url.pathname === '/customers')
  await page.context().close()
})
